/** What to do for a better picture, from what the camera sees now: the most useful first. */
import type { SeenTile } from "./module";

export type Advice = "above" | "closer" | "cut" | "dark" | "good" | "point" | "still";

const STILL = 6; // of 255: how much a pixel may change on average, with the noise of a camera
const DARK = 40; // of 255
const FAR = 6; // pixels of an apothem
const SLANTED = 2; // how many times longer one axis of a tile is
const EVERY = 4 * 7; // a pixel in seven is enough

/** Tell whether the camera moved from one picture of RGBA to the next. */
export function hasMoved(before: Uint8ClampedArray, now: Uint8ClampedArray): boolean {
  return before.length !== now.length || mean(now, (value, at) => Math.abs(value - (before[at] as number))) > STILL;
}

/** Return the advice for a picture that is still, and the tiles in it. */
export function adviceOf(pixels: Uint8ClampedArray, tiles: readonly SeenTile[]): Advice {
  if (!tiles.length) return mean(pixels, (value) => value) < DARK ? "dark" : "point";
  if (tiles.some(({ isWhole }) => !isWhole)) return "cut";
  const axes = tiles.map(axesOf);
  if (median(axes.map(({ long, short }) => Math.sqrt(long * short))) < FAR) return "closer";
  return median(axes.map(({ long, short }) => long / short)) > SLANTED ? "above" : "good";
}

/** Return the mean over the green of some pixels. */
function mean(pixels: Uint8ClampedArray, read: (value: number, at: number) => number): number {
  let [sum, n] = [0, 0];
  for (let at = 1; at < pixels.length; at += EVERY) {
    sum += read(pixels[at] as number, at);
    n += 1;
  }
  return n ? sum / n : 0;
}

/** Return how long the axes of a tile are in the picture. */
function axesOf({ matrix: [xx, yx, xy, yy] }: SeenTile): { long: number; short: number } {
  const squares = xx * xx + yx * yx + xy * xy + yy * yy; // a² + b²
  const area = Math.abs(xx * yy - xy * yx); // ab
  const sum = Math.sqrt(squares + 2 * area);
  const difference = Math.sqrt(Math.max(0, squares - 2 * area));
  return { long: (sum + difference) / 2, short: (sum - difference) / 2 };
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}
