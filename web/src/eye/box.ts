/** The box around a tile that the user points at: a square, by its middle and half of its side, in pixels of the picture. */
import type { SeenTile } from "./module";
import type { Photograph } from "./photograph";

export interface TileBox {
  x: number;
  y: number;
  reach: number;
}

type Middle = Pick<TileBox, "x" | "y">;
type PictureSize = Pick<Photograph, "width" | "height">;

const LEAST = 8; // pixels; a smaller tile cannot be read
const CORNER = 1.1; // of an apothem, for a box around a tile
const USUAL = 0.06; // of the width of a picture that has no tiles
const TAP = 0.5; // of the usual box: a shorter way is none
const STEP = 0.25; // of a box, for a key
const GROWTH = 1.15;
const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Return the box around a tile. */
export function boxAround({ x, y, matrix }: SeenTile): TileBox {
  return { x, y, reach: CORNER * Math.max(Math.hypot(matrix[0], matrix[1]), Math.hypot(matrix[2], matrix[3])) };
}

/** Return a box in the middle of a picture, as large as most of its tiles. */
export function usualBox({ width, height }: PictureSize, tiles: readonly SeenTile[]): TileBox {
  const sizes = tiles.map((tile) => boxAround(tile).reach).sort((a, b) => a - b);
  return { x: width / 2, y: height / 2, reach: sizes[Math.floor(sizes.length / 2)] ?? USUAL * width };
}

/** Return the box that was drawn from one corner to another; a tap makes one of the usual size around it. */
export function drawnBox(from: Middle, to: Middle, usual: number): TileBox {
  const reach = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) / 2;
  if (2 * reach < TAP * usual) return { x: to.x, y: to.y, reach: usual }; // a DOMPoint cannot be spread
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, reach: Math.max(LEAST, reach) };
}

/** Return the box after a key; null for keys that do nothing to it. */
export function boxAfterKey(box: TileBox, key: string, { width, height }: PictureSize): TileBox | null {
  const [across, down] = STEPS[key] ?? [0, 0];
  if (across || down)
    return {
      ...box,
      x: Math.min(width, Math.max(0, box.x + across * STEP * box.reach)),
      y: Math.min(height, Math.max(0, box.y + down * STEP * box.reach)),
    };
  if (key === "+" || key === "=") return { ...box, reach: Math.min(width / 2, box.reach * GROWTH) };
  if (key === "-") return { ...box, reach: Math.max(LEAST, box.reach / GROWTH) };
  return null;
}
