// The rules on paper, in our own words: '# ' begins a heading, '= ' a line of sums in pieces.
export const rules = {
  'al-jabar': `# What it is about
Two to four people trade coloured pieces. The player with the fewest at the end has won.
# Colours add up
Red and blue make purple, red and yellow orange, yellow and blue green; all three together make white. Two alike make nothing: they cancel. Nothing is a piece too, the clear one. Do not think of paint: red and white make green.
= R+B=P;O+P=G
= R+R=C;R+C=R
# Before you begin
Put the {total} pieces into a bag: {copies} of each of {kinds} colours. The clears lie beside it. Everybody draws {deal} pieces and lays them open. One more from the bag and one clear go onto the mat: that is the Center. The player left of the dealer begins.
# Your turn
First you may draw from the bag, as many as you like. Then you must trade: give one, two or three pieces to the Center, and take one, two or three out of it that make the same colour. You cannot give a set for itself, and you take only what lay there before.
Two of one colour in the Center cancel: both go to the field “Vanished”, and a clear takes their place. Every other player takes a clear too. Only if you gave two or more of that colour yourself, nobody does. Clears never cancel.
Red, yellow, blue and white together may be given for one clear of the Center. No other four may.
If you have more than three pieces and no trade, draw until you have one.
# The end
The last round has come when a player has one piece left after a turn, or begins a turn with three or fewer and no trade would make that hand smaller. Everybody who has not had a turn in this round has it still. Then the fewest pieces win; equal hands share the victory.
# Whose game it is
Al-Jabar is by Robert P. Schneider and Cyrus Hettle, 2012. These are our words; they have not made or approved this page.`,

  'al-jabar.other': `# What it is about
Two to four people trade pieces. The player with the fewest at the end has won.
# Pieces add up
Any two pieces make a third: the table of sums says which. One piece changes nothing: {clear}, the clear one.
# Before you begin
Put the {total} pieces into a bag: {copies} of each of {kinds} kinds. The clears lie beside it. Everybody draws {deal} pieces and lays them open. One more from the bag and one clear go onto the mat: that is the Center. The player left of the dealer begins.
# Your turn
First you may draw from the bag, as many as you like. Then you must trade: give one to {most} pieces to the Center, and take one to {most} out of it that make the same. You cannot give a set for itself, and you take only what lay there before.
{cancel} They go to the field “Vanished”, and a clear takes their place. Every other player takes a clear too. Only if you gave all of them yourself, nobody does. Clears never cancel.
If you have more than {most} pieces and no trade, draw until you have one.
# The end
The last round has come when a player has one piece left after a turn, or begins a turn with {most} or fewer and no trade would make that hand smaller. Everybody who has not had a turn in this round has it still. Then the fewest pieces win; equal hands share the victory.
# More
There is a set of one more than {most} pieces, the Spectrum, that may be given for one clear; the page on other groups says which. Al-Jabar is by Robert P. Schneider and Cyrus Hettle, 2012. These are our words; they have not made or approved this page.`,

  solitaire: `# What it is about
You trade coloured pieces against the bag, alone. Few turns and many cancelled pairs make a low score, and low is good.
# Colours add up
Red and blue make purple, red and yellow orange, yellow and blue green; all three together make white. Two alike make nothing: they cancel. Nothing is a piece too, the clear one; the printed rules call it black.
= R+B=P;O+P=G
= R+R=C;R+C=R
# Before you begin
Put the {total} pieces into a bag: {copies} of each of {kinds} colours. The clears lie beside it. Draw {deal} pieces: they are your hand. One more from the bag and one clear go onto the mat: that is the Center.
# Your turn
First you may draw from the bag, as many as you like. Then trade: give one, two or three pieces to the Center, and take one, two or three out of it that make the same colour, but no set for itself. Red, yellow, blue and white together may be given for one clear of the Center.
Two of one colour in the Center cancel, and a clear takes their place. Put the pair aside: it counts for you. A pair of a colour of which you gave two or more goes back into the bag. If you have more than three pieces and no trade, draw until you have one.
# The game’s turn
Of the clears in the Center two stay. A third of what lies there, rounded up and picked blindly, goes back into the bag, and as many are drawn from it into the Center. Pairs cancel again, and for each you take a clear into your hand, unless this draw brought both.
# The end
It is over when you have one piece left after your trade, or three or fewer and no trade makes your hand smaller. The score is 2T − R − C: T turns, R pieces left, C pairs aside.
# Whose game it is
Solitaire Al-Jabar is by Robert P. Schneider and Cyrus Hettle, 2012. These are our words; they have not made or approved this page.`,

  'solitaire.other': `# What it is about
You trade pieces against the bag, alone. Few turns and many cancellations make a low score, and low is good.
# Pieces add up
Any two pieces make a third: the table of sums says which. One piece changes nothing: {clear}, the clear one.
# Before you begin
Put the {total} pieces into a bag: {copies} of each of {kinds} kinds. The clears lie beside it. Draw {deal} pieces: they are your hand. One more from the bag and one clear go onto the mat: that is the Center.
# Your turn
First you may draw from the bag, as many as you like. Then trade: give one to {most} pieces to the Center, and take one to {most} out of it that make the same, but no set for itself.
{cancel} A clear takes their place. Put them aside: they count for you as one. If you gave all of them yourself, they go back into the bag. If you have more than {most} pieces and no trade, draw until you have one.
# The game’s turn
Of the clears in the Center two stay. A third of what lies there, rounded up and picked blindly, goes back into the bag, and as many are drawn from it into the Center. What is alike cancels again, and for each time you take a clear into your hand, unless this draw brought all of them.
# The end
It is over when you have one piece left after your trade, or {most} or fewer and no trade makes your hand smaller. The score is 2T − R − C: T turns, R pieces left, C cancellations aside.
# Whose game it is
Solitaire Al-Jabar is by Robert P. Schneider and Cyrus Hettle, 2012. These are our words; they have not made or approved this page.`,

  'mad-abel': `# What it is about
Cards can be added: any two make a third. Two cards lie open, and their sum is the card asked for. Make it from cards of your hand. The first player without cards has won.
# Cards add up
Suits and ranks add by themselves, each round a circle. Hearts count 0, spades 1, diamonds 2, clubs 3; after clubs come hearts again. The ace counts 1, a number what it says, and the highest rank 0. Turn the wheel, or look into the table of cards.
= h2+s2=s4;sA+d3=c4;d2+d2=h4
# Before you begin
You need {total} playing cards: a pack without jokers; of a shorter pack only the ranks that stand on the wheel. Everybody gets {deal} cards and hides them. Two more lie face up, one on the other: the pile. The others are the deck. The player left of the dealer begins.
# Your turn
Add the top two cards of the pile. Lay down one or more cards of your hand that make the same card: one card, two, or as many as you like.
They go on top of the pile, in any order. The last two are the new top two; after a single card, it and the card under it are.
If you cannot, draw two cards. Then it is the next player’s turn, with the same card asked for. When the deck is empty, shuffle the pile under its top two cards: that is the new deck.
# The end
The first player without cards has won, at once.
# Good to know
Hearts of the highest rank change nothing. Two red suits or two black ones make a red one; a red and a black one make a black one. Many cards in one go are better than few.
# Whose game it is
Mad Abel is by Smári McCarthy, 2006. These are our words; he has not made or approved this page.`,

  'mad-abel.other': `# What it is about
Pieces can be put together: any two make a third. Two lie open, and what they make is asked for. Make it from pieces of your hand. The first player without pieces has won.
# What two pieces make
The table says it: find the first on the left and the second at the top. The order may matter.
# Before you begin
Mix the {total} pieces face down: {copies} of each of {kinds}. Everybody takes {deal} and hides them. Two more lie face up, one on the other: the pile. The player left of the dealer begins.
# Your turn
Look at the top two of the pile: the lower one first, then the upper one. Lay down one or more of your pieces, {cards} at most, that make the same, in the order in which you lay them.
They go on top of the pile. The last two are the new top two; after a single piece, it and the one under it are.
If you cannot, take two from the face-down pieces. Then it is the next player’s turn, with the same piece asked for. When none is left, mix what lies under the top two of the pile.
# The end
The first player without pieces has won, at once.
# Whose game it is
Mad Abel is by Smári McCarthy, 2006. These are our words; he has not made or approved this page.`,
};
export type RuleId = keyof typeof rules;
