// What a figure of a lattice is made from, and what it is.

export interface LatticeItem {
  order: number;
  /** The places of its maximal subgroups. */
  covers: readonly number[];
  /** Has a second ring. */
  normal?: boolean;
  /** How wide its caption is, if that is wider than the well. */
  width?: number;
}
export interface LatticeBox {
  width: number;
  height: number;
  /** Of a well. */
  radius: number;
}
export interface LatticeFigure {
  width: number;
  height: number;
  radius: number;
  /** From the top. */
  rows: { order: number; y: number }[];
  /** In the order of the items. */
  places: { x: number; y: number }[];
  /** From an item to one that it covers, as the path of an SVG. */
  lines: { upper: number; lower: number; d: string }[];
}

/** The second ring lies this far outside a well. */
export const ring = 6;
/** How far from its middle other lines and wells keep. */
export const roomOf = (item: LatticeItem, radius: number): number => radius + (item.normal ? ring + 2 : 4);
export const written = (...numbers: number[]): string => numbers.map((n) => String(Math.round(n * 10) / 10)).join(' ');
