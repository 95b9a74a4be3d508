// The card of a game to send: 1200 x 630, drawn as SVG with colours of its own, as a picture for those who want one.
import { sidesOf } from '../../engine/notation.js';
import { drawingOf } from '../../pieces/geometry.js';

export interface CardText {
  game: string;
  title: string;
  story: string;
  day: string;
  group: string;
  move: string;
}

const colours: Record<string, string> = {
  '--piece-r': '#c4060c', '--piece-y': '#f4e428', '--piece-b': '#5a9be0', '--piece-o': '#d9880f', '--piece-g': '#21765a',
  '--piece-p': '#8e0cc0', '--piece-w': '#ffffff', '--letter-r': '#ffffff', '--letter-y': '#14181c', '--letter-b': '#14181c',
  '--letter-o': '#14181c', '--letter-g': '#ffffff', '--letter-p': '#ffffff', '--letter-w': '#14181c', '--ink': '#241b13',
  '--letter-dark': '#14181c', '--edge': '#1c150f', '--petal-4': '#2b3036', '--petal-5': '#98a0a6', '--petal-6': '#e3e6e2',
};
const literal = (fill: string): string => fill.replace(/var\((--[\w-]+)\)/g, (_, name: string) => colours[name] ?? '#241b13');
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

function piece(group: string, name: string, x: number, y: number, size: number): string {
  const drawing = drawingOf(group, name);
  const edge = 'stroke="#1c150f" stroke-width="2.2" stroke-linejoin="round"';
  const petals = drawing.petals.map((petal) => `<path d="${petal.d}" transform="rotate(${petal.turn})" fill="${literal(petal.fill)}" ${edge}/>`).join('');
  const body = drawing.clear ? `<path d="${drawing.body.d}" fill="none" stroke="#241b13" stroke-width="2.6" stroke-dasharray="5.65 3.77"/>` : `<path d="${drawing.body.d}" fill="${literal(drawing.body.fill)}" ${edge}/>`;
  const letters = drawing.captions.map((caption) => `<text x="${caption.x}" y="${caption.y}" font-size="${caption.size}" text-anchor="middle" font-family="sans-serif" font-weight="700" fill="${literal(caption.fill ?? '#14181c')}">${escaped(caption.text)}</text>`).join('');
  return `<g transform="translate(${x} ${y}) scale(${size / 72})">${petals}${body}${letters}</g>`;
}

/** Words over at most three lines. */
function lines(text: string, most: number): string[] {
  const out: string[] = [];
  for (const word of text.split(' ')) {
    const last = out.at(-1);
    if (last !== undefined && last.length + word.length < most) out[out.length - 1] = `${last} ${word}`;
    else out.push(word);
  }
  return out.slice(0, 3);
}

export function cardSvg({ game, title, story, day, group, move }: CardText): string {
  const { give, take } = sidesOf(move);
  const all = [...give, '=', ...(take ?? [])];
  const shown = give.length > 0 && take !== undefined ? all.map((name, i) => (name === '=' ? `<text x="${150 + i * 96}" y="488" font-size="52" text-anchor="middle" font-weight="700" fill="#241b13" font-family="sans-serif">=</text>` : piece(group, name, 150 + i * 96, 470, 104))).join('') : '';
  const pan = shown ? `<rect x="84" y="404" width="${all.length * 96 + 40}" height="132" rx="66" fill="#aba087"/>` : '';
  const serif = 'font-family="Young Serif, Georgia, serif" fill="#3f3122"';
  const titled = lines(title, 30).map((line, i) => `<text x="84" y="${206 + i * 78}" font-size="70" ${serif}>${escaped(line)}</text>`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630"><title>${escaped(`${game}: ${title} ${story}`)}</title><rect width="1200" height="630" fill="#f5eee2"/><rect x="24" y="32" width="1152" height="582" rx="40" fill="#b0966c"/><rect x="24" y="20" width="1152" height="580" rx="40" fill="#dfcba7"/><rect x="42" y="38" width="1116" height="544" rx="28" fill="none" stroke="#b0966c" stroke-width="3"/><text x="84" y="112" font-size="38" ${serif}>${escaped(game)}</text><text x="1116" y="112" font-size="30" text-anchor="end" ${serif}>${escaped(day)}</text>${titled}${pan}${shown}<text x="84" y="566" font-size="26" ${serif}>${escaped(story)}</text><text x="1116" y="566" font-size="30" text-anchor="end" ${serif}>coset</text></svg>`;
}

/** The card as a picture. */
export async function cardFile(svg: string): Promise<File> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 630 });
  canvas.getContext('2d')!.drawImage(image, 0, 0);
  const blob = await new Promise<Blob>((done, failed) => canvas.toBlob((made) => (made ? done(made) : failed(new Error('no picture'))), 'image/png'));
  return new File([blob], 'coset.png', { type: 'image/png' });
}
