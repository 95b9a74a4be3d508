// Cuts the two fonts down to the signs the client shows, so that a first visit loads 70 kB of them.
// The results are kept in src/app/fonts. To make them anew:
//   npm install --no-save inter-ui jetbrains-mono subset-font && node tools/fonts.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import subset from 'subset-font';

const from = (first, last) => String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));
const ascii = from(0x20, 0x7e);
const letters = 'ıŒœŠšŽž';
const marks = '\u2009\u200a\u202f‐‑–—‘’‚“”„†•…‰′″‹›€™';
const arrows = '←↑→↓↔↵⇧⌘⌫⏎';
const maths = '−∕∘∙√∞∈∉∩∪≈≠≡≤≥⊂⊆⟨⟩×÷·°ℤ';
const indices = '₀₁₂₃₄₅₆₇₈₉ₙₖ₋⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ⁻';
const shapes = '✓✗●○◆◇■□▲△▼▶◀♥♠♦♣';

const text = ascii + from(0xa0, 0xff) + letters + marks + arrows + maths + indices + shapes;
const notation = ascii + '\u00a0°±²³¹·×÷ÁÉÍÓÚÝÞÆÖÐáéíóúýþæöðñçàèùâêîôû' + '–—’“”…←→↑↓⇧⏎⌫−≠≤≥√∞₀₁₂₃₄₅₆₇₈₉✓✗♥♠♦♣●○';

async function cut(source, signs, target, options = {}) {
  const font = await subset(readFileSync(`node_modules/${source}`), signs, { targetFormat: 'woff2', ...options });
  writeFileSync(`src/app/fonts/${target}`, font);
  console.log(target, font.length);
}

await cut('inter-ui/variable/InterVariable.woff2', text, 'inter.woff2', {
  variationAxes: { opsz: 14, wght: { min: 400, max: 800 } },
});
for (const [weight, name] of [[500, 'Medium'], [700, 'Bold']]) {
  await cut(`jetbrains-mono/fonts/webfonts/JetBrainsMonoNL-${name}.woff2`, notation, `jetbrains-mono-${weight}.woff2`);
}
