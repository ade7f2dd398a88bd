/** What a page asks of the eye, and what it answers. */
import type { TileBox } from "./box";
import type { Decided, SeenPicture, SeenTile } from "./module";

/** A picture of RGBA. */
interface Pixels {
  pixels: Uint8ClampedArray;
  width: number;
  height: number;
}

export interface EyeQuestions {
  /** Which tiles are in a picture? */
  read: { asked: Pixels; answer: SeenPicture };
  /** Where are tiles in what the camera sees? */
  glance: { asked: Pixels; answer: SeenTile[] };
  /** Which tile of the picture that was read last is in the box? */
  add: { asked: Pixels & { box: TileBox }; answer: { place: number; tile: SeenTile } };
  /** What are they, if some are as the user says? One number for each tile: its reading, UNREAD or NO_TILE. */
  decide: { asked: { fixed: readonly number[] }; answer: Decided };
}
