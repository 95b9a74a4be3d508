// The card of a game to send: 1200 x 630, drawn as SVG. On the page it has the colours and letters of the page; as a picture it
// brings its own, since a picture can use nothing of a page.
import { gridOf, lineStyles, pathOf, shortNames, type Course } from '../../boards/chart.js';
import { sidesOf } from '../../engine/notation.js';
import { drawingOf, thickness } from '../../pieces/geometry.js';

export interface CardText {
  game: string;
  title: string;
  story: string;
  day: string;
  group: string;
  move: string;
  /** Who played: pieces in hand, round by round. */
  players: Course[];
  /** Written from right to left. */
  rtl?: boolean;
}

const colours: Record<string, string> = {
  '--piece-r': '#c4060c', '--piece-y': '#f4e428', '--piece-b': '#5a9be0', '--piece-o': '#d9880f', '--piece-g': '#21765a',
  '--piece-p': '#8e0cc0', '--piece-w': '#ffffff', '--letter-r': '#ffffff', '--letter-y': '#14181c', '--letter-b': '#14181c',
  '--letter-o': '#14181c', '--letter-g': '#ffffff', '--letter-p': '#ffffff', '--letter-w': '#14181c', '--ink': '#241b13',
  '--letter-dark': '#14181c', '--edge': '#1c150f', '--petal-4': '#2b3036', '--petal-5': '#98a0a6', '--petal-6': '#e3e6e2',
  '--page': '#f5eee2', '--wood': '#dfcba7', '--wood-top': '#ecdcbd', '--wood-side': '#b0966c', '--inlay': '#7d6744',
  '--well': '#aba087', '--well-rim': '#8a7c60', '--on-wood': '#3f3122', '--on-well': '#241b13', '--side-w': '#b9b0a2', '--halo': 'none',
  '--display': 'Young Serif, Noto Naskh, Georgia, serif', '--font': 'Atkinson Next, Noto Naskh, sans-serif',
};
const literal = (svg: string): string => svg.replace(/var\((--[\w-]+)\)/g, (_, name: string) => colours[name] ?? '#241b13');
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

const [width, height, left, right] = [1200, 630, 84, 1116];
/** Strokes of grain, as on the board. */
const grain = Array.from({ length: 14 }, (_, i) => {
  const y = 44 + i * 39;
  const [a, b] = [9 * Math.sin(i * 2.4), 11 * Math.cos(i * 1.7)];
  return `M${i % 3 ? 24 : 90 + 40 * (i % 5)},${(y + a / 2).toFixed(1)} C360,${(y + a).toFixed(1)} 740,${(y + b).toFixed(1)} ${i % 2 ? 1176 : 860 + 50 * (i % 6)},${(y - a / 3).toFixed(1)}`;
}).join(' ');

function piece(group: string, name: string, x: number, y: number, size: number): string {
  const drawing = drawingOf(group, name);
  const edge = 'stroke="var(--edge)" stroke-width="2.2" stroke-linejoin="round"';
  const letters = drawing.captions.map((caption) => `<text x="${caption.x}" y="${caption.y}" font-size="${caption.size}" text-anchor="middle" font-family="var(--font)" font-weight="750" fill="${drawing.clear ? 'var(--on-well)' : (caption.fill ?? 'var(--letter-dark)')}">${escaped(caption.text)}</text>`).join('');
  const at = `<g transform="translate(${x} ${y}) scale(${size / 72})">`;
  if (drawing.clear) return `${at}<path d="${drawing.body.d}" fill="none" stroke="var(--on-well)" stroke-width="2.6" stroke-dasharray="5.65 3.77"/>${letters}</g>`;
  const side = (fill: string) => (fill.includes('--piece-w') ? 'var(--side-w)' : `color-mix(in oklab, ${fill} 58%, #1c150f)`);
  const shapes = (fill: (own: string) => string, more = edge) =>
    drawing.petals.map((petal) => `<path d="${petal.d}" transform="rotate(${petal.turn})" fill="${fill(petal.fill)}" ${more}/>`).join('') + `<path d="${drawing.body.d}" fill="${fill(drawing.body.fill)}" ${more}/>`;
  const halo = shapes(() => 'var(--halo)', 'stroke="var(--halo)" stroke-width="5.2" stroke-linejoin="round"');
  const low = (inner: string) => `<g transform="translate(0 ${thickness})">${inner}</g>`;
  const { radius } = drawing;
  const shine = radius === undefined || name === 'W' ? '' : `<path d="M${-radius * 0.733},${-radius * 0.278} A${radius * 0.783},${radius * 0.783} 0 0 1 ${-radius * 0.278},${-radius * 0.733}" fill="none" stroke="#ffffff" stroke-width="2.2" stroke-linecap="round" opacity="0.55"/>`;
  return `${at}${low(halo)}${halo}${low(shapes(side))}${shapes((fill) => fill)}${shine}${letters}</g>`;
}

/** Words over at most three lines; what does not fit ends in dots. */
export function lines(text: string, most: number): string[] {
  const out: string[] = [];
  // Marks that keep the direction of a name are not seen.
  const sizeOf = (part: string) => part.replace(/[\u2066-\u2069]/g, '').length;
  for (const word of text.split(' ')) {
    const last = out.at(-1);
    if (last !== undefined && sizeOf(last) + sizeOf(word) < most) out[out.length - 1] = `${last} ${word}`;
    else out.push(word);
  }
  return out.length <= 3 ? out : [...out.slice(0, 2), `${out[2]} …`];
}

/** Pieces in hand in a well of the board: the first player's line is solid. */
function chart(players: Course[], x0: number, y0: number, wide: number, high: number): string {
  const grid = gridOf(players);
  const names = shortNames(players.map((player) => player.name));
  const ends = players.map((player, i) => `${names[i]} ${player.sizes.at(-1) ?? 0}`);
  const [inner, outer] = [64, 44 + 15 * Math.max(...ends.map((end) => [...end].length))];
  const rounds = Math.max(1, ...players.map((player) => player.sizes.length - 1));
  const x = (round: number) => x0 + inner + ((wide - inner - outer) * round) / rounds;
  const y = (size: number) => y0 + high - 30 - ((high - 60) * (size - grid[0]!)) / (grid.at(-1)! - grid[0]!);
  const letters = 'font-family="var(--font)" font-size="26" fill="var(--on-well)"';
  const rules = grid.map((value) => `<path d="M${x(0)},${y(value)} H${x(rounds)}" stroke="var(--on-well)" opacity="0.3"/><text x="${x0 + inner - 14}" y="${y(value) + 9}" text-anchor="end" ${letters}>${value}</text>`).join('');
  // The first is drawn last, over the others.
  const drawn = players.map((player, i) => {
    const last = player.sizes.at(-1) ?? 0;
    const end = { x: x(player.sizes.length - 1), y: y(last) };
    const above = players.some((other, k) => k < i && Math.abs(y(other.sizes.at(-1) ?? 0) - end.y) < 28);
    return `<path d="${pathOf(player.sizes, x, y)}" fill="none" stroke="var(--on-well)" stroke-width="${i === 0 ? 6 : 4}" stroke-linejoin="round" stroke-linecap="round"${i === 0 ? '' : ` stroke-dasharray="${lineStyles[i % lineStyles.length]!.dash.replace(/[\d.]+/g, (n) => String(2 * Number(n)))}"`}/><circle cx="${end.x}" cy="${end.y}" r="9" fill="${i === 0 ? 'var(--on-well)' : 'var(--well)'}" stroke="var(--on-well)" stroke-width="4"/><text x="${end.x + 20}" y="${end.y + 9 - (above ? 28 : 0)}" font-weight="${i === 0 ? 700 : 400}" ${letters}>${escaped(ends[i]!)}</text>`;
  });
  return `<rect x="${x0}" y="${y0}" width="${wide}" height="${high}" rx="26" fill="var(--well)" stroke="var(--well-rim)" stroke-width="3"/><g direction="ltr">${rules}${drawn.reverse().join('')}</g>`;
}

/** As it stands on the page, in the page's colours. */
export function cardDrawing({ game, title, story, day, group, move, players, rtl = false }: CardText): string {
  const { give, take } = sidesOf(move);
  const all = give.length > 0 && take !== undefined ? [...give, '=', ...take] : [];
  const pan = all.length > 0 ? all.length * 96 + 40 : 0;
  const mirrored = (x: number, wide = 0) => (rtl ? width - x - wide : x);
  const text = (x: number, y: number, size: number, words: string, end = false) =>
    `<text x="${mirrored(x)}" y="${y}" font-size="${size}" direction="${rtl ? 'rtl' : 'ltr'}" text-anchor="${end ? 'end' : 'start'}" font-family="var(--display)" fill="var(--on-wood)">${escaped(words)}</text>`;
  const panAt = mirrored(left, pan);
  const trade = all.map((name, i) => (name === '=' ? `<text x="${panAt + 66 + i * 96}" y="488" font-size="52" text-anchor="middle" font-weight="700" fill="var(--on-well)" font-family="var(--font)">=</text>` : piece(group, name, panAt + 66 + i * 96, 468, 106))).join('');
  const shown = pan ? `<rect x="${panAt}" y="404" width="${pan}" height="132" rx="66" fill="var(--well)"/><path d="M${panAt + 12},452 C${panAt + 20},414 ${panAt + 50},408 ${panAt + 66},407 H${panAt + pan - 66} C${panAt + pan - 50},408 ${panAt + pan - 20},414 ${panAt + pan - 12},452" fill="none" stroke="var(--well-rim)" stroke-width="6" stroke-linecap="round"/>${trade}` : '';
  // Beside a short trade the chart goes down to the last line.
  const beside = left + pan + 36 <= 680;
  const charted = players.some((player) => player.sizes.length > 2);
  const [x, high] = [charted ? 680 : right, beside ? 400 : 244];
  const course = charted ? chart(players, mirrored(x, right - x), 140, right - x, high) : '';
  const titled = lines(title, charted ? 18 : 30).map((line, i) => text(left, 204 + i * 68, 60, line)).join('');
  return (
    `<rect x="24" y="34" width="1152" height="584" rx="40" fill="var(--wood-side)"/><rect x="24" y="16" width="1152" height="584" rx="40" fill="var(--wood-top)"/>` +
    `<rect x="24" y="20" width="1152" height="580" rx="40" fill="var(--wood)"/><path d="${grain}" fill="none" stroke="var(--wood-side)" stroke-width="2" opacity="0.3"/>` +
    `<rect x="42" y="38" width="1116" height="544" rx="28" fill="none" stroke="var(--wood-side)" stroke-width="3"/>` +
    text(left, 112, 38, game) + text(right, 112, 30, day, true) + titled + shown + course + text(left, 572, 26, story) + text(right, 572, 30, 'coset', true)
  );
}

const framed = (card: CardText, inner: string, style = '', box = `0 0 ${width} ${height}`): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box}"><title>${escaped(`${card.game}: ${card.title} ${card.story}`)}</title>${style}${inner}</svg>`;

/** A picture of its own; `fonts` are rules with the letters in them. */
export const cardSvg = (card: CardText, fonts = ''): string =>
  literal(framed(card, `<rect width="${width}" height="${height}" fill="var(--page)"/>${cardDrawing(card)}`, `<style>text{font-variant-numeric:lining-nums}${fonts}</style>`));
/** As a part of a page. */
export const cardInline = (card: CardText): string => framed(card, cardDrawing(card), '', '24 16 1152 602');
