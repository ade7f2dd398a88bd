/**
 * Sounds: short notes made in the browser, no files. Silent until the person has touched the page, as browsers demand.
 */
import type { ServerMessage } from "./protocol";
import { loadSettings, type Settings } from "./settings";
import { isMyTurn, type TableState } from "./state";

export type Cue = "turn" | "placement" | "low" | "over" | "offer" | "word";

/** A note: how high, when it begins, how long it rings, in seconds. */
export interface Note {
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
};
const LOUDEST = 0.25;

/** Return the sound of a message that led from one state to the next; null for those that make none. */
export function cueOf(before: TableState, after: TableState, message: ServerMessage): Cue | null {
  const isNews = after.version === before.version + 1;
  switch (message.type) {
    case "placed":
      if (!isNews || after.position.phase === "over") return null;
      return isMyTurn(after) && !isMyTurn(before) ? "turn" : "placement";
    case "over":
      return isNews ? "over" : null;
    case "offers":
      return isAsked(after) && !isAsked(before) ? "offer" : null;
    case "taken_back":
    case "paused":
    case "resumed":
      return isNews ? "offer" : null;
    default:
      return null;
  }
}

/** Return how loud sounds are, 0 to 1. */
export function loudness(settings: Pick<Settings, "sound" | "volume">): number {
  const percent = Number(settings.volume);
  return settings.sound === "off" || !Number.isFinite(percent) ? 0 : Math.min(Math.max(percent, 0), 100) / 100;
}

let context: AudioContext | null = null;

/** Let sounds be heard from the person's first touch or key on. */
export function armSounds(signal: AbortSignal): void {
  const arm = () => {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
  };
  for (const gesture of ["pointerup", "keydown"]) document.addEventListener(gesture, arm, { signal });
}

/** Play a sound as loud as this browser's settings say. */
export function play(cue: Cue): void {
  playNotes(NOTES[cue]);
}

export function playNotes(notes: readonly Note[]): void {
  const volume = loudness(loadSettings());
  if (context?.state !== "running" || volume === 0) return;
  for (const note of notes) ring(context, note, volume);
}

/** Tell whether somebody here is asked to agree to something. */
function isAsked(state: TableState): boolean {
  return state.offers.some(({ missing }) => missing.some((seat) => state.game.seats[seat]?.is_mine));
}

function ring(audio: AudioContext, { hz, at, lasts }: Note, volume: number): void {
  const from = audio.currentTime + at;
  const tone = new OscillatorNode(audio, { type: "triangle", frequency: hz });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(LOUDEST * volume ** 2, from + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + lasts);
  tone.connect(gain).connect(audio.destination);
  tone.start(from);
  tone.stop(from + lasts);
}
