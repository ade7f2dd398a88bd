/** The sounds of a rush: short, so that they do not pile up when everybody lays at once. */
import { type Note, playNotes } from "../page/sounds";

export type RushCue =
  | "turn"
  | "lay"
  | "others"
  | "gobble"
  | "gift"
  | "refused"
  | "aside"
  | "count"
  | "go"
  | "out"
  | "over";

const NOTES: Record<RushCue, readonly Note[]> = {
  turn: [{ hz: 660, at: 0, lasts: 0.05 }],
  lay: [
    { hz: 220, at: 0, lasts: 0.07 },
    { hz: 330, at: 0.03, lasts: 0.06 },
  ],
  others: [{ hz: 165, at: 0, lasts: 0.05 }],
  gobble: [
    { hz: 523, at: 0, lasts: 0.1 },
    { hz: 659, at: 0.08, lasts: 0.1 },
    { hz: 880, at: 0.16, lasts: 0.22 },
  ],
  gift: [
    { hz: 392, at: 0, lasts: 0.1 },
    { hz: 262, at: 0.09, lasts: 0.18 },
  ],
  refused: [
    { hz: 196, at: 0, lasts: 0.08 },
    { hz: 175, at: 0.09, lasts: 0.12 },
  ],
  aside: [{ hz: 294, at: 0, lasts: 0.06 }],
  count: [{ hz: 440, at: 0, lasts: 0.12 }],
  go: [{ hz: 880, at: 0, lasts: 0.3 }],
  out: [
    { hz: 523, at: 0, lasts: 0.12 },
    { hz: 659, at: 0.11, lasts: 0.12 },
    { hz: 784, at: 0.22, lasts: 0.12 },
    { hz: 1047, at: 0.33, lasts: 0.4 },
  ],
  over: [
    { hz: 392, at: 0, lasts: 0.2 },
    { hz: 523, at: 0.16, lasts: 0.45 },
  ],
};

export function sound(cue: RushCue): void {
  playNotes(NOTES[cue]);
}
