/**
 * Cells of the hexagonal plane in axial coordinates, and where they are drawn: centres 100 apart, x right, y down.
 *
 * Hexagons are pointy-topped; edges are 0 to 5 clockwise from east.
 */

export interface Cell {
  q: number;
  r: number;
}

export interface Point {
  x: number;
  y: number;
}

export const SPACING = 100;
export const APOTHEM = SPACING / 2;
export const CIRCUMRADIUS = SPACING / Math.sqrt(3);
export const ORIGIN: Cell = { q: 0, r: 0 };

/** The step to the neighbour across each edge. */
const STEPS: readonly Cell[] = [
  { q: 1, r: 0 },
  { q: 0, r: 1 },
  { q: -1, r: 1 },
  { q: -1, r: 0 },
  { q: 0, r: -1 },
  { q: 1, r: -1 },
];

/** Write a cell: `3,-1`. */
export function cellText(cell: Cell): string {
  return `${cell.q},${cell.r}`;
}

export function isSameCell(a: Cell | null, b: Cell | null): boolean {
  return a !== null && b !== null && a.q === b.q && a.r === b.r;
}

/** Return the cell across an edge. */
export function beside(cell: Cell, edge: number): Cell {
  const step = STEPS[edge] as Cell;
  return { q: cell.q + step.q, r: cell.r + step.r };
}

/** Return the six cells around one, clockwise from east. */
export function around(cell: Cell): Cell[] {
  return STEPS.map((step) => ({ q: cell.q + step.q, r: cell.r + step.r }));
}

/** Return the neighbours of some cells that are not among them, each once, in order. */
export function emptyAround(cells: readonly Cell[]): Cell[] {
  const found = new Map(cells.flatMap(around).map((cell) => [cellText(cell), cell]));
  for (const cell of cells) found.delete(cellText(cell));
  return [...found.values()];
}

export function centre(cell: Cell): Point {
  return { x: (cell.q + cell.r / 2) * SPACING, y: (cell.r * Math.sqrt(3) * SPACING) / 2 };
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Return the cell that contains a point of the plane. */
export function cellAt(point: Point): Cell {
  const r = point.y / ((Math.sqrt(3) / 2) * SPACING);
  const q = point.x / SPACING - r / 2;
  return rounded(q, r);
}

/** Return the corners of a hexagon at the origin, as SVG `points`. */
export function hexagonPoints(apothem: number): string {
  const radius = (apothem * 2) / Math.sqrt(3);
  const corner = (n: number) => {
    const angle = ((60 * n + 30) * Math.PI) / 180;
    return `${(radius * Math.cos(angle)).toFixed(2)},${(radius * Math.sin(angle)).toFixed(2)}`;
  };
  return [0, 1, 2, 3, 4, 5].map(corner).join(" ");
}

/** Round in cube coordinates: the one with the largest rounding error follows from the other two. */
function rounded(q: number, r: number): Cell {
  const s = -q - r;
  const [roundQ, roundR, roundS] = [Math.round(q), Math.round(r), Math.round(s)];
  const [dq, dr, ds] = [Math.abs(roundQ - q), Math.abs(roundR - r), Math.abs(roundS - s)];
  if (dq > dr && dq > ds) return { q: -roundR - roundS + 0, r: roundR + 0 };
  if (dr > ds) return { q: roundQ + 0, r: -roundQ - roundS + 0 };
  return { q: roundQ + 0, r: roundR + 0 };
}
