// The screens that have a mock-up, and how each is opened. A name is SCREEN-SIZE-THEME in any order; what is neither
// a size nor a theme is the screen.
export const sizes = { desktop: [1440, 900], phone: [390, 844], landscape: [844, 390], short: [844, 336], tablet: [1024, 768], 320: [320, 640] };

const pick = async (page, give, take) => {
  // A card may lie on the one before it: its left edge is free.
  for (const name of give) await page.locator(`section.hand [data-name="${name}"]`).first().click({ position: { x: 14, y: 24 } });
  for (const name of take) await page.locator(`.center [data-name="${name}"]`).click();
};
/** A table that begins from a position, with something chosen. */
const table = (spec, position, give = [], take = []) => async (page, base) => {
  await page.goto(`${base}#/play/-/${encodeURIComponent(spec)}/${encodeURIComponent(position)}`);
  await page.locator('.create .primary:enabled').click();
  await page.locator('section.hand [data-name]').first().waitFor();
  await pick(page, give, take);
  await page.mouse.move(2, 2);
};
const at = (hash, act = async () => undefined) => async (page, base) => {
  await page.goto(`${base}#/${hash}`);
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await act(page);
};
const two = 'hand1=R+Y^2+B+O+P+W+C^5 hand2=Y+B^2+O+G+P+W^2+C^5 center=O+P+W+G+C^13 bag=R^3+Y^5+B^5+O^5+G^4+P^5+W^4';

const keysOfFirst = [['o', 'p', 'Shift+G', 'Enter'], ['r', 'b', 'Shift+P', 'Enter'], ['d'], ['r', 'g', 'p', 'Shift+Y', 'Enter'], ['y', 'y', 'Shift+C', 'Enter']];
const myTurn = (page) => page.waitForFunction(() => /Your turn|end-title/.test((document.querySelector('.status')?.textContent ?? '') + (document.querySelector('#end-title')?.id ?? '')));
async function firstGame(page, base, look = async () => undefined) {
  await page.goto(`${base}#/first`);
  await page.locator('.coach').waitFor();
  await look();
  await page.locator('.coach .primary').click();
  for (const keys of keysOfFirst) {
    await myTurn(page);
    await page.waitForTimeout(200);
    for (const [i, key] of keys.entries()) {
      await page.keyboard.press(key);
      await page.waitForTimeout(200);
      if (i === Math.max(0, keys.length - 2)) await look();
    }
  }
  await page.locator('#end-title').waitFor();
  await look();
}
/** Plays by what the lamp says to the end. */
async function lamp(page) {
  for (let turn = 0; turn < 40; ++turn) {
    await myTurn(page);
    if (await page.locator('#end-title').isVisible()) return;
    let move;
    for (let level = 1; level <= 5 && !move; ++level) {
      await page.keyboard.press('h');
      await page.waitForFunction((n) => document.querySelectorAll('.hints li').length >= n, level, { timeout: 5000 }).catch(() => undefined);
      move = await page.locator('.hints li').last().getAttribute('data-move');
    }
    await page.keyboard.press('/');
    await page.keyboard.type(move ?? 'pass');
    await page.keyboard.press('Enter');
    await page.waitForTimeout(150);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(150);
  }
}
const record = `coset-record 1
al-jabar Z2^3 seats=2
position hand1=R+Y+B+O+P hand2=R+Y+B+G+W center=G+C
1: O+P=G
2: W+B=O
1: R+B=P
2: O+Y=R
1: draw
1: deal R
1: R+G+P=Y
2: R+C=R
1: Y+Y=C
2: R+R=C
`;
const replay = at('replay', async (page) => {
  await page.getByRole('textbox').fill(record);
  await page.locator('main .primary').first().click();
  await page.locator('[role=slider]').waitFor();
  for (let i = 0; i < 3; ++i) await page.keyboard.press('ArrowRight'), await page.waitForTimeout(300);
});

export const screens = {
  aljabar: table('al-jabar', `${two} round=5`, ['O', 'P', 'C'], ['G']),
  aljabar4: table('al-jabar-4', 'hand1=R+Y^2+B+O+P^2+C^3 hand2=R^2+Y+B^2+O+G^2+W+C^3 hand3=Y^2+B+O^2+G+P+C^4 hand4=R+B+G+P^2+C^4 center=R+B+G+W+C^9 bag=R^3+Y^3+B^2+O^2+G^3+P+W^4 round=3', ['Y', 'P'], ['W']),
  solitaire: table('solitaire', 'hand=Y+B^2+O+W^2+C^2 center=R+P+G+C^2 bag=R^6+Y^6+B^6+O^6+G^5+P^6+W^6 turns=4 cancellations=3', ['W'], ['R', 'G']),
  madabel: table('mad-abel', 'hand1=h2+s5+s8+s9+sJ+sK+c8 hand2=hA+h4+s2+s3+d4+d7+c3+c5+cQ second=d6 top=h10', ['sJ', 's5'], []),
  final: table('al-jabar end_rule=one_more_each', 'hand1=R+Y+O+C hand2=W center=O+P+G+C^6 seat=1 round=9 signal=one_piece signal_seat=2', ['R', 'Y'], []),
  home: at(''),
  'home-answered': at('', async (page) => page.getByRole('button', { name: /green/i }).first().click()),
  'home-full': at(''),
  end: firstGame,
  lost: async (page, base) => {
    await table('al-jabar', 'hand1=R^3+Y^3+B^3+C^4 hand2=O+P+G+R+Y+B center=W+C')(page, base);
    await lamp(page);
  },
  lesson: at('learn/colours.not-paint'),
  puzzle: at('puzzle/best-exchange/7'),
  newtable: at('play'),
  'newtable-list': at('play', async (page) => page.locator('h1 button').last().click()),
  houserules: at('play', async (page) => page.getByRole('button', { name: 'See or change' }).click()),
  replay,
  contrast: table('al-jabar', `${two} round=5`, ['O', 'P', 'C'], ['G']),
  arabic: table('al-jabar', `${two} round=5`, ['O', 'P', 'C'], ['G']),
  'lab-s4': at(`lab/S4/table/left/${encodeURIComponent('(1 2)(3 4),(1 3)(2 4)')}`, async (page) => {
    await page.locator('.lab .tiles .letter').first().waitFor();
    const [row, column] = [await page.locator('.side text').nth(17).boundingBox(), await page.locator('.top text').nth(11).boundingBox()];
    await page.mouse.click(column.x + column.width / 2, row.y + row.height / 2);
    await page.mouse.move(2, 2);
  }),
  'lab-quotient': at(`lab/S4/quotient/left/${encodeURIComponent('(1 2)(3 4),(1 3)(2 4)')}`),
  'lab-a4': at(`lab/A4/graph/left/${encodeURIComponent('(1 2)(3 4),(1 3)(2 4)')}/${encodeURIComponent('(1 2 3),(1 2)(3 4)')}`, async (page) => {
    await page.getByRole('button', { name: /^All/ }).click();
    await page.mouse.move(2, 2);
  }),
  'lab-d4': at('lab/D4/table/left/s'),
  'lab-own': at(`lab/own/${encodeURIComponent('magma:e,a,b,c,d,f;e,a,b,c,d,f/a,b,e,f,c,d/b,e,a,d,f,c/c,f,f,e,a,b/d,f,c,b,e,a/f,c,d,a,b,e')}`),
};
/** What a screen is worn with. */
export const worn = { contrast: { theme: 'contrast' }, arabic: { language: 'ar' } };
export { firstGame };

const both = (...names) => names.flatMap((name) => [`${name}-light`, `${name}-dark`]);
export const names = [
  ...both('aljabar-desktop', 'aljabar-phone', 'aljabar4-desktop', 'aljabar4-phone', 'aljabar-landscape', 'madabel-desktop', 'madabel-phone', 'madabel-landscape'),
  ...both('home-desktop', 'home-phone', 'end-desktop', 'end-phone', 'lesson-desktop', 'lesson-phone', 'contrast-phone', 'arabic-phone', 'replay-phone'),
  'aljabar-landscape-short-light', 'aljabar-tablet-light', 'aljabar-320-light', 'solitaire-desktop-light', 'solitaire-phone-dark', 'puzzle-desktop-light',
  'newtable-desktop-light', 'newtable-phone-dark', 'newtable-list-phone-light', 'houserules-desktop-light', 'houserules-phone-dark', 'replay-desktop-light',
  ...both('lab-s4-desktop', 'lab-quotient-desktop', 'lab-a4-desktop', 'lab-d4-phone', 'lab-own-phone'),
  'lost-desktop-light', 'lost-phone-dark', 'final-desktop-dark', 'final-phone-light', 'home-desktop-answered', 'home-desktop-full', 'firstgame-storyboard',
];
