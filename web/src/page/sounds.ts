/**
 * Sounds, synthesised in the browser. Silent until the first tap or key, as browsers require.
 */

/** The sounds of a game, of a rush, and of lessons. */
export type Cue =
  | "turn"
  | "placement"
  | "low"
  | "over"
  | "offer"
  | "word"
  | "turn-up"
  | "lay"
  | "others"
  | "gobble"
  | "gift"
  | "refused"
  | "aside"
  | "count"
  | "go"
  | "out"
  | "rush-over"
  | "cheer";

/** A note: its pitch, its start and its length in seconds. */
interface Note {
  hz: number;
  at: number;
  lasts: number;
}

const NOTES: Record<Cue, readonly Note[]> = {
  placement: [{ hz: 220, at: 0, lasts: 0.09 }],
  turn: [
    { hz: 523, at: 0, lasts: 0.14 },
    { hz: 784, at: 0.11, lasts: 0.22 },
  ],
  low: [
    { hz: 880, at: 0, lasts: 0.1 },
    { hz: 880, at: 0.16, lasts: 0.1 },
  ],
  over: [
    { hz: 392, at: 0, lasts: 0.2 },
    { hz: 494, at: 0.16, lasts: 0.2 },
    { hz: 587, at: 0.32, lasts: 0.45 },
  ],
  offer: [
    { hz: 659, at: 0, lasts: 0.12 },
    { hz: 587, at: 0.13, lasts: 0.2 },
  ],
  word: [{ hz: 988, at: 0, lasts: 0.08 }],
  "turn-up": [{ hz: 660, at: 0, lasts: 0.05 }],
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
  "rush-over": [
    { hz: 392, at: 0, lasts: 0.2 },
    { hz: 523, at: 0.16, lasts: 0.45 },
  ],
  cheer: [
    { hz: 523, at: 0, lasts: 0.12 },
    { hz: 659, at: 0.1, lasts: 0.12 },
    { hz: 784, at: 0.2, lasts: 0.25 },
  ],
};
const MAX_GAIN = 0.25;

let context: AudioContext | null = null;
let volumeNow = () => 0;

/** Enable sounds from the first tap or key on, as loud as `volume` returns, 0 to 1. */
export function enableSounds(volume: () => number, signal: AbortSignal): void {
  volumeNow = volume;
  const begin = () => {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
  };
  // The first time takes a while, so it waits until nothing else is due, in browsers that allow sounds then.
  const arm = () => (context === null && "requestIdleCallback" in window ? requestIdleCallback(begin) : begin());
  for (const gesture of ["pointerup", "keydown"]) document.addEventListener(gesture, arm, { signal });
}

export function play(cue: Cue): void {
  const volume = volumeNow();
  if (context?.state !== "running" || volume === 0) return;
  for (const note of NOTES[cue]) ring(context, note, volume);
}

function ring(audio: AudioContext, { hz, at, lasts }: Note, volume: number): void {
  const from = audio.currentTime + at;
  const tone = new OscillatorNode(audio, { type: "triangle", frequency: hz });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(MAX_GAIN * volume ** 2, from + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + lasts);
  tone.connect(gain).connect(audio.destination);
  tone.start(from);
  tone.stop(from + lasts);
}
