// Joins single WebP pictures of one size into an animated one: a RIFF container around their image chunks, without
// encoding anything again (https://developers.google.com/speed/webp/docs/riff_container).

export interface Frame {
  /** A whole WebP file. */
  picture: Buffer;
  /** Milliseconds. */
  duration: number;
}

const chunk = (name: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
};

const bytes24 = (...numbers: number[]): Buffer => {
  const out = Buffer.alloc(3 * numbers.length);
  numbers.forEach((number, i) => out.writeUIntLE(number, 3 * i, 3));
  return out;
};

/** The image data of a picture: VP8, or VP8L, with its alpha channel if there is one. */
function imageOf(picture: Buffer): Buffer {
  const found: Buffer[] = [];
  for (let at = 12; at + 8 <= picture.length; ) {
    const size = picture.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (/^(ALPH|VP8 |VP8L)$/.test(picture.toString('latin1', at, at + 4))) found.push(picture.subarray(at, end));
    at = end;
  }
  if (found.length === 0) throw new Error('not a WebP picture');
  return Buffer.concat(found);
}

/** Equal neighbours become one frame. */
export const merged = (frames: Frame[]): Frame[] =>
  frames.reduce<Frame[]>((out, frame) => {
    const last = out.at(-1);
    if (last?.picture.equals(frame.picture)) last.duration += frame.duration;
    else out.push({ ...frame });
    return out;
  }, []);

/** Every second frame, shown for as long as both. */
export const thinned = (frames: Frame[]): Frame[] =>
  frames.flatMap((frame, i) => (i % 2 === 0 ? [{ picture: frame.picture, duration: frame.duration + (frames[i + 1]?.duration ?? 0) }] : []));

export function animated(frames: Frame[], width: number, height: number): Buffer {
  const animation = 0x02;
  const replace = 0x02; // a frame is not blended with the one before
  const parts = frames.map(({ picture, duration }) =>
    chunk('ANMF', Buffer.concat([bytes24(0, 0, width - 1, height - 1, Math.round(duration)), Buffer.from([replace]), imageOf(picture)])),
  );
  const body = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    chunk('VP8X', Buffer.concat([Buffer.from([animation, 0, 0, 0]), bytes24(width - 1, height - 1)])),
    chunk('ANIM', Buffer.alloc(6)), // transparent background, repeated for ever
    ...parts,
  ]);
  return chunk('RIFF', body);
}
