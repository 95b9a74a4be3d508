// The card as a picture, with the letters of the page in it.
import atkinson from '../../app/fonts/atkinson-next.woff2?url';
import naskh from '../../app/fonts/noto-naskh.woff2?url';
import young from '../../app/fonts/young-serif.woff2?url';
import { cardSvg, type CardText } from './card.js';

interface Font {
  family: string;
  url: string;
  /** A letter that it has. */
  letter: string;
}
const latin: Font[] = [{ family: 'Young Serif', url: young, letter: 'M' }, { family: 'Atkinson Next', url: atkinson, letter: 'M' }];
const arabic: Font[] = [{ family: 'Noto Naskh', url: naskh, letter: 'م' }];

async function fontRule({ family, url }: Font): Promise<string> {
  const blob = await (await fetch(url)).blob();
  const data = await new Promise<string>((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result as string);
    reader.onerror = () => failed(reader.error!);
    reader.readAsDataURL(blob);
  });
  return `@font-face{font-family:'${family}';font-weight:400 800;src:url(${data})}`;
}

// Letters in a picture come when they like, and until then their text is not drawn; nothing tells when. So each font writes a
// letter on the page's colour, in a colour that differs from it by one step, which no eye sees.
const [probeSize, probeTop] = [14, 0];
const probes = (fonts: Font[]): string =>
  fonts.map(({ family, letter }, i) => `<text x="${i * 2 * probeSize}" y="${probeTop + probeSize - 2}" font-family="${family}" font-size="${probeSize}" fill="#f5eee1">${letter}</text>`).join('');
const isDrawn = (pen: CanvasRenderingContext2D, at: number): boolean => {
  const { data } = pen.getImageData(at * 2 * probeSize, probeTop, 2 * probeSize, probeSize);
  for (let i = 2; i < data.length; i += 4) if (data[i] === 0xe1) return true;
  return false;
};
const [patience, interval] = [3000, 40];

export async function cardFile(card: CardText): Promise<File> {
  const fonts = card.rtl ? [...latin, ...arabic] : latin;
  // Without its letters it is still a card.
  const rules = await Promise.all(fonts.map(fontRule)).catch(() => []);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(cardSvg(card, rules.join('')).replace('</svg>', `${probes(fonts)}</svg>`))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 630 });
  const pen = canvas.getContext('2d', { willReadFrequently: true })!;
  const until = performance.now() + patience;
  do {
    pen.drawImage(image, 0, 0);
    if (fonts.every((_, i) => isDrawn(pen, i))) break;
    await new Promise((done) => setTimeout(done, interval));
  } while (performance.now() < until);
  const blob = await new Promise<Blob>((done, failed) => canvas.toBlob((made) => (made ? done(made) : failed(new Error('no picture'))), 'image/png'));
  return new File([blob], 'coset.png', { type: 'image/png' });
}
