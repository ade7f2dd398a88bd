/** The part of the plane that a picture of some cells shows. */
import { type Cell, centre } from "../tiles/hexes";

/** The room around cells in a picture of them, measured from their middles. */
const FRAME = 70;

/** Return the part of the plane that shows some cells. */
export function viewBoxOf(cells: readonly Cell[]): string {
  const points = cells.map(centre);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - FRAME, Math.min(...ys) - FRAME];
  return `${left} ${top} ${Math.max(...xs) + FRAME - left} ${Math.max(...ys) + FRAME - top}`;
}
