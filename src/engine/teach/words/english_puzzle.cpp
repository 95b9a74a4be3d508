// The words of the puzzles.
#include "engine/teach/words/catalogue.hpp"

namespace coset::teach {

namespace {

constexpr Phrase phrases[] = {
    // What each kind is about.
    {"puzzle.about.best-exchange", "Find the exchange that sheds and deals the most."},
    {"puzzle.about.reach-one", "Get down to one piece in a few exchanges."},
    {"puzzle.about.make-fewest", "Make a piece with as few pieces of your hand as possible."},
    {"puzzle.about.make-most", "Make a piece with as many pieces of your hand as possible."},
    {"puzzle.about.three-clears", "Find the exchange that deals exactly three clears."},
    {"puzzle.about.possible", "Is a move possible? Yes or no."},
    {"puzzle.about.five-move", "Solitaire: from thirteen pieces to one in five exchanges."},
    {"puzzle.about.empty-hand", "Mad Abel: play all your cards at once, in the right order."},
    {"puzzle.about.no-answer", "Mad Abel, open hands: leave what the next seat cannot make."},
    {"puzzle.about.repair", "Change one piece to make a wrong exchange right."},
    {"puzzle.about.daily", "One puzzle a day, the same for everybody; its kind changes."},
    // Goals.
    {"puzzle.goal.best-exchange",
     "Find the best exchange. Count the pieces you shed and the clears that each other seat is "
     "dealt, and add them up. No drawing."},
    {"puzzle.goal.reach-one",
     "Get down to one piece in {n} exchanges, one after the other. No drawing, and the other seats "
     "stand still. A hand of {most} or fewer that no exchange makes smaller is stuck. Only one "
     "result of the first exchange works. Write the exchanges with ; between them."},
    {"puzzle.goal.make-fewest", "Make {piece} with as few pieces of your hand as you can."},
    {"puzzle.goal.make-most", "Make {piece} with as many pieces of your hand as you can."},
    {"puzzle.goal.three-clears",
     "Find the exchange that deals exactly three clears to every other seat."},
    {"puzzle.goal.possible.exchange",
     "Is any exchange possible, without drawing? Answer yes or no."},
    {"puzzle.goal.possible.reduce",
     "Can an exchange make your hand smaller, without drawing? Answer yes or no."},
    {"puzzle.goal.possible.play",
     "Can you make {piece} with some of your cards? Answer yes or no."},
    {"puzzle.goal.five-move",
     "From thirteen pieces to one in five exchanges, one after the other. In this puzzle the "
     "Center "
     "takes no turns of its own, and nothing is drawn. A hand of {most} or fewer that no exchange "
     "makes smaller is stuck. Only one result of the first exchange works. Write the exchanges "
     "with ; between them."},
    {"puzzle.goal.empty-hand",
     "Empty your hand in one play: put all {n} cards in an order that makes {piece}. The last card "
     "is on top."},
    {"puzzle.goal.no-answer",
     "All hands are open. Make {piece} so that seat {seat} cannot make what you leave. The last "
     "card you name is on top."},
    {"puzzle.goal.repair",
     "{move} is wrong. Change one piece, on one side, into another that lies there, and it is "
     "right."},
    // The position.
    {"puzzle.show.hand", "Your hand"},
    {"puzzle.show.center", "Center"},
    {"puzzle.show.seat", "Seat {seat}"},
    {"puzzle.show.table", "Top two cards"},
    {"puzzle.show.target", "To make"},
    {"puzzle.show.hidden", "{n} {n:card|cards}, hidden"},
    // Hints.
    {"puzzle.hint.value", "The best exchange is worth {value}."},
    {"puzzle.hint.first_sum", "Both sides of the first exchange make {piece}."},
    {"puzzle.hint.first", "Begin with {move}."},
    {"puzzle.hint.pieces", "It takes {n} of them."},
    {"puzzle.hint.whole", "Your whole hand makes {piece}."},
    {"puzzle.hint.leave_out", "Leave out {n} {n:piece|pieces}."},
    {"puzzle.hint.off", "The gap between the two sides is {piece}."},
    {"puzzle.hint.hand_side", "Change a piece of your hand."},
    {"puzzle.hint.center_side", "Change a piece of the Center."},
    {"puzzle.hint.center_sums", "The Center can give: {sums}."},
    {"puzzle.hint.hand_sums", "Your hand makes: {sums}."},
    {"puzzle.hint.words", "There are {n} ways to choose and to order cards."},
    {"puzzle.hint.suits",
     "There are {n} ways to choose cards. First look at the suits: they must make {suit}."},
    {"puzzle.hint.suits.left", "The suits are right in {n} of them."},
    {"puzzle.hint.top", "{piece} is on top."},
    {"puzzle.hint.second", "{piece} is next to the top."},
    {"puzzle.hint.leave", "Leave {piece} to make."},
    // Why an answer is right.
    {"puzzle.why.gains",
     "It sheds {shed} and deals {clears} {clears:clear|clears}: {value} in all."},
    {"puzzle.why.second",
     "The next best, {move}, sheds {shed} and deals {clears} {clears:clear|clears}: {value} in "
     "all."},
    {"puzzle.why.only",
     "All {n} exchanges were tried; none with another result deals three clears."},
    {"puzzle.why.only_change", "All {n} changes of one piece were tried; only this one is right."},
    {"puzzle.why.only_set", "All {n} sets of your pieces were tried; no other is as good."},
    {"puzzle.why.only_order",
     "Of the {n} orders of your cards only those that end in {second}*{top} make {piece}."},
    {"puzzle.why.step", "{step}. {move}: both sides make {sum}. Your hand: {before} to {after}."},
    {"puzzle.why.line",
     "No first exchange with another result works, and nothing is shorter: {n} exchanges were "
     "looked at."},
    {"puzzle.why.leave_out", "The whole hand makes {sum}, {extra} too much: leave out {left}."},
    {"puzzle.why.possible", "Yes: {move} is possible."},
    {"puzzle.why.possible.play", "Yes: {move}."},
    {"puzzle.why.hand_sums", "The {n} {n:set|sets} you could give {n:makes|make} {sums}."},
    {"puzzle.why.center_sums", "The {n} {n:set|sets} you could take {n:makes|make} {sums}."},
    {"puzzle.why.impossible",
     "No: {n} {n:pair|pairs} of such sets, and equal sums only where a piece would be given for "
     "itself."},
    {"puzzle.why.impossible.reduce",
     "No: {n} {n:pair|pairs} of such sets, and no equal sums that make your hand smaller."},
    {"puzzle.why.impossible.play",
     "No: {n} ways to choose cards were tried, and none makes {piece}."},
    {"puzzle.why.no_answer",
     "It leaves {piece}, which seat {seat} cannot make. All {n} plays were tried: any that leaves "
     "another card can be answered."},
    // How an answer falls short.
    {"puzzle.unread", "That is not an answer here. {error}"},
    {"puzzle.illegal.verb", "Only exchanges or plays solve a puzzle: no drawing and no passing."},
    {"puzzle.illegal.pieces", "Write only the pieces, as in R+Y."},
    {"puzzle.repair", "{move} would be allowed."},
    {"puzzle.step", "Exchange number {count}:"},
    {"puzzle.unfinished",
     "Right so far: you hold {hand} {hand:piece|pieces}, and {left} {left:exchange is|exchanges "
     "are} left. "
     "Write "
     "the whole line."},
    {"puzzle.wrong.best",
     "{move} is allowed. It sheds {shed} and deals {clears} {clears:clear|clears}: {value} in all. "
     "The best is worth {best}."},
    {"puzzle.wrong.clears", "{move} is allowed, but deals {clears} {clears:clear|clears}."},
    {"puzzle.wrong.repair", "{move} is allowed, but it changes more than one piece."},
    {"puzzle.wrong.line",
     "After {count} {count:exchange|exchanges} you still hold {hand} {hand:piece|pieces}."},
    {"puzzle.wrong.lost",
     "After {count} {count:exchange|exchanges} you hold {hand} {hand:piece|pieces}, and {n} "
     "exchanges are no "
     "longer enough."},
    {"puzzle.wrong.stuck",
     "After {count} {count:exchange|exchanges} your hand of {hand} cannot be made smaller: you are "
     "stuck."},
    {"puzzle.wrong.beyond",
     "You have one piece after {count} {count:exchange|exchanges}: stop there."},
    {"puzzle.wrong.fewer", "You used {n}; fewer pieces will do."},
    {"puzzle.wrong.more", "You used {n}; more pieces will do."},
    {"puzzle.wrong.yes", "There is none."},
    {"puzzle.wrong.no", "There is one."},
    {"puzzle.wrong.reduce", "{move} is allowed, but your hand does not get smaller."},
    {"puzzle.wrong.empty", "{move} is allowed, but leaves {n} {n:card|cards} in your hand."},
    {"puzzle.wrong.answer", "You leave {piece}, and seat {seat} can make it: {move}."},
    // The program talking with a person.
    {"puzzle.ask.title", "{kind}, difficulty {difficulty} of 5"},
    {"puzzle.ask.right", "Right!"},
    {"puzzle.ask.help",
     "Type your answer. ? gives a hint, skip goes on, quit leaves; after one try, solution tells."},
    {"puzzle.ask.try_first", "Try once first; ? gives a hint."},
    {"puzzle.ask.no_more_hints", "There are no more hints."},
    {"puzzle.ask.solution", "Solution: {answer}"},
    {"puzzle.ask.next", "Press Enter for the next puzzle."},
    {"puzzle.ask.leave", "{right} of {seen} solved. See you!"},
};

}  // namespace

std::span<const Phrase> puzzle_phrases() { return phrases; }

}  // namespace coset::teach
