/** What a page asks of the eye, and what it answers. */
import type { Decided, SeenPicture } from "./module";

export interface EyeQuestions {
  /** Which tiles are in a picture? */
  read: { asked: { pixels: Uint8ClampedArray; width: number; height: number }; answer: SeenPicture };
  /** What are they, if some are as the user says? One number for each tile: its reading, UNREAD or NO_TILE. */
  decide: { asked: { fixed: readonly number[] }; answer: Decided };
}
