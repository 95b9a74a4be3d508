// The Center as a mat over two sheets side by side: places for the pieces as on the screen's board, and where the two
// sheets are joined. In millimetres of the joined mat.
import { layoutOf, type Spot } from '../../boards/layout.js';
import { box, lines, points, ring } from '../../boards/fano.js';
import { sheet } from './layout.js';

/** The part of a sheet that lies under the other one. */
export const tab = 6;
export const half = sheet.width - tab;
export const mat = { width: 2 * half, height: sheet.height };
/** Where both sheets have the same mark, to be laid on one another. */
export const joints = [30, 130, 248];

export interface Place {
  name: string;
  x: number;
  y: number;
}
export interface Board {
  places: Place[];
  radius: number;
  /** The seven lines of the colours, from end to end; the round one is the ellipse. */
  straight: { x1: number; y1: number; x2: number; y2: number }[];
  ellipse: { cx: number; cy: number; rx: number; ry: number } | undefined;
}

/** The axis of the figure lies beside the joint, so that no place is cut in two. */
const [axis, breadth] = [half + 27, 132];
const area = { left: 30, right: mat.width - 30, top: 66, foot: 216 };

function fano(): Board {
  const [scaleX, scaleY] = [breadth / (points['Y']!.x - box.width / 2), (area.foot - area.top) / (points['Y']!.y - points['R']!.y)];
  const at = (name: string): Place => ({ name, x: axis + (points[name]!.x - box.width / 2) * scaleX, y: area.top + (points[name]!.y - points['R']!.y) * scaleY });
  const straight = lines.filter((line) => !(line.includes('O') && line.includes('G'))).map(([from, , to]) => {
    const [a, b] = [at(from!), at(to!)];
    return { x1: a.x, y1: a.y, x2: b.x, y2: b.y };
  });
  const middle = at('W');
  return { places: Object.keys(points).map(at), radius: 19, straight, ellipse: { cx: middle.x, cy: middle.y, rx: ring.rx * scaleX, ry: ring.ry * scaleY } };
}

/** Places for other groups: rows and columns as on the screen; one row of many is broken. */
function grid(spots: Spot[]): Board {
  const inRow = spots.every((spot) => spot.y === 0) && spots.length > 6;
  const columns = inRow ? Math.ceil(spots.length / 2) : 1 + Math.max(...spots.map((spot) => spot.x));
  const rows = inRow ? 2 : 1 + Math.max(...spots.map((spot) => spot.y));
  const [across, down] = [Math.min(50, (area.right - area.left) / columns), Math.min(50, (area.foot + 16 - area.top) / rows)];
  const radius = Math.min(19, 0.46 * Math.min(across, down));
  // With an odd number of columns the middle one would lie on the joint.
  const shift = columns % 2 === 1 ? across / 2 : 0;
  const middle = (area.top + area.foot) / 2 + 10;
  return {
    places: spots.map((spot, i) => {
      const [column, row] = inRow ? [i % columns, Math.floor(i / columns)] : [spot.x, spot.y];
      return { name: spot.name, x: half + shift + (column - (columns - 1) / 2) * across, y: middle + (row - (rows - 1) / 2) * down };
    }),
    radius,
    straight: [],
    ellipse: undefined,
  };
}

/** `names` without the clear one, which has a field of its own. */
export function boardOf(group: string, names: string[]): Board {
  const layout = layoutOf(group, names);
  return layout.kind === 'fano' ? fano() : grid(layout.spots);
}
