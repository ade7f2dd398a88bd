/** Replays a finished rush: fetches it and its rating changes, plays, pauses and seeks. */
import type { TemplateResult } from "lit";
import type { RushReplay, RushRoomView, SeatRating } from "../generated/protocol";
import { cycled } from "../tiles/keys";
import { ratingsOf, replayOf } from "./api";
import { frameAt, framesOf, type ReplayState, rushOfFrame, rushReplayBar, SPEEDS } from "./replay";
import type { Rush } from "./state";

const FIRST_SPEED = 2;

export class Replayer {
  #replay: RushReplay | null = null;
  #ratings: readonly SeatRating[] = [];
  #state: ReplayState | null = null;
  #timer = 0;

  constructor(private readonly changed: () => void) {}

  get isOpen(): boolean {
    return this.#state !== null;
  }

  /** The rating changes of a rated rush, by seat. */
  get ratings(): readonly SeatRating[] {
    return this.#ratings;
  }

  /** Fetch the rush and, if it was rated, its rating changes; does nothing if that fails. */
  async fetch({ id, settings }: RushRoomView): Promise<void> {
    const rated = settings.rated ? ratingsOf(id).catch(() => null) : null;
    this.#replay = await replayOf(id).catch(() => null);
    this.#ratings = (await rated)?.seats ?? [];
    this.changed();
  }

  /** Count the Gobbles of each seat; null until the rush has been fetched. */
  gobbles(nSeats: number): number[] | null {
    const laid = this.#replay?.moments.flatMap((moment) => moment.events.filter((event) => event.kind === "laid"));
    if (!laid) return null;
    return Array.from(
      { length: nSeats },
      (_, seat) => laid.filter((event) => event.seat === seat && event.gobble > 0).length,
    );
  }

  /** Play the rush from its start, as soon as it has been fetched. */
  async open(room: RushRoomView): Promise<void> {
    if (!this.#replay) await this.fetch(room);
    if (!this.#replay) return;
    const frames = framesOf(this.#replay, room);
    this.#set({ frames, lengthMs: this.#replay.outcome.at_ms, ms: 0, speed: FIRST_SPEED, isPlaying: false });
    this.#play(true);
  }

  close(): void {
    cancelAnimationFrame(this.#timer);
    this.#set(null);
  }

  /** Return the rush at the moment shown; the given one if there is no replay. */
  shown(rush: Rush): Rush {
    return this.#state ? rushOfFrame(frameAt(this.#state.frames, this.#state.ms), rush) : rush;
  }

  bar(room: RushRoomView, close: () => void): TemplateResult | null {
    if (!this.#state || !this.#replay) return null;
    return rushReplayBar(this.#state, this.#replay.moments, room, {
      seek: (ms) => this.#state && this.#set({ ...this.#state, ms, isPlaying: false }),
      toggle: () => this.#play(!this.#state?.isPlaying),
      speed: () => this.#faster(),
      close,
    });
  }

  #play(isPlaying: boolean): void {
    if (!this.#state) return;
    const ms = isPlaying && this.#state.ms >= this.#state.lengthMs ? 0 : this.#state.ms;
    this.#set({ ...this.#state, ms, isPlaying });
    cancelAnimationFrame(this.#timer);
    let last = performance.now();
    const step = (now: number) => {
      if (!this.#state?.isPlaying) return;
      const at = Math.min(this.#state.lengthMs, this.#state.ms + Math.max(0, now - last) * this.#state.speed);
      last = now;
      this.#set({ ...this.#state, ms: at, isPlaying: at < this.#state.lengthMs });
      this.#timer = requestAnimationFrame(step);
    };
    if (isPlaying) this.#timer = requestAnimationFrame(step);
  }

  #faster(): void {
    if (!this.#state) return;
    const { speed } = this.#state;
    this.#set({ ...this.#state, speed: cycled(SPEEDS, (one) => one === speed, 1) ?? 1 });
  }

  #set(state: ReplayState | null): void {
    this.#state = state;
    this.changed();
  }
}
