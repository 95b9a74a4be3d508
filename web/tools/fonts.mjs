// Cuts the fonts down to the signs the client shows, so that a first visit loads 80 kB of them at most.
// The results are kept in src/app/fonts. To make them anew:
//   npm install --no-save @fontsource/young-serif @fontsource-variable/atkinson-hyperlegible-next \
//     @fontsource-variable/atkinson-hyperlegible-mono @fontsource/noto-naskh-arabic \
//     @fontsource-variable/noto-sans-arabic inter-ui subset-font && node tools/fonts.mjs
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import subset from 'subset-font';

const from = (first, last) => String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));
const ascii = from(0x20, 0x7e);
const letters = 'ıŒœŠšŽž';
const marks = '\u2009\u200a\u202f‐‑–—‘’‚“”„†•…‰′″‹›€™';
const text = ascii + from(0xa0, 0xff) + letters + marks + '−→←↑↓';
const notation = ascii + '\u00a0°±²³¹·×÷–—’“”…←→↑↓−≠≤≥₀₁₂₃₄₅₆₇₈₉✓✗';
// What the families above have no drawing for.
const signs = '←↑→↓↔↵⇧⌘⌫⏎−∕∘∙√∞∈∉∩∪≈≠≡≤≥⊂⊆⟨⟩ℤ₀₁₂₃₄₅₆₇₈₉ₙₖ₋⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ⁻✓✗●○◆◇■□▲△▼▶◀♥♠♦♣★✦';
const arabic = from(0x60c, 0x60c) + '؛؟ـ' + from(0x621, 0x63a) + from(0x641, 0x652) + '٪٫٬«» .،:()' + from(0x30, 0x39);

async function cut(source, signsOf, target, options = {}) {
  const font = await subset(readFileSync(`node_modules/${source}`), signsOf, { targetFormat: 'woff2', ...options });
  writeFileSync(`src/app/fonts/${target}`, font);
  console.log(target, font.length);
}
const licence = (source, target) => copyFileSync(`node_modules/${source}/LICENSE`, `src/app/fonts/${target}.OFL.txt`);
const weights = { variationAxes: { wght: { min: 400, max: 800 } } };
const next = '@fontsource-variable/atkinson-hyperlegible-next';
const mono = '@fontsource-variable/atkinson-hyperlegible-mono';
const sans = '@fontsource-variable/noto-sans-arabic';

// Its lining figures are a feature that cutting would drop.
copyFileSync('node_modules/@fontsource/young-serif/files/young-serif-latin-400-normal.woff2', 'src/app/fonts/young-serif.woff2');
licence('@fontsource/young-serif', 'young-serif');
await cut(`${next}/files/atkinson-hyperlegible-next-latin-wght-normal.woff2`, text, 'atkinson-next.woff2', weights);
licence(next, 'atkinson-next');
await cut(`${mono}/files/atkinson-hyperlegible-mono-latin-wght-normal.woff2`, notation, 'atkinson-mono.woff2', weights);
licence(mono, 'atkinson-mono');
await cut('inter-ui/variable/InterVariable.woff2', signs, 'signs.woff2', { variationAxes: { opsz: 14, wght: 600 } });
await cut('@fontsource/noto-naskh-arabic/files/noto-naskh-arabic-arabic-400-normal.woff2', arabic, 'noto-naskh.woff2');
licence('@fontsource/noto-naskh-arabic', 'noto-naskh');
await cut(`${sans}/files/noto-sans-arabic-arabic-wght-normal.woff2`, arabic, 'noto-sans-arabic.woff2', { variationAxes: { wght: { min: 400, max: 700 } } });
licence(sans, 'noto-sans-arabic');
