/** Watches the clock of the player to play, and warns once at each low time. */

import { leftMs, lowTimesMs, type ReceivedClock, startsAtMs, warningMs } from "../page/time/left";
import { isMyTurn, type TableState } from "../table/state";

const LATE_MS = 20;

export class ClockWatch {
  #timer = 0;
  #warnedMs: number | null = null;
  #running: number | null = null;

  /** `warn` receives the low time that was reached. */
  constructor(private readonly warn: (leftMs: number) => void) {}

  /** Schedule the next warning for a new state. */
  follow(state: TableState): void {
    window.clearTimeout(this.#timer);
    const { clock } = state;
    const running = clock && isMyTurn(state) ? clock.view.running : null;
    if (running !== this.#running) [this.#running, this.#warnedMs] = [running, null];
    if (!clock || running === null) return;
    const lowMs = lowTimesMs(state.game.control);
    this.#check(clock, running, lowMs);
    const next = lowMs.find((time) => time < leftMs(clock, running, performance.now()));
    if (next === undefined) return;
    const stillMs = Math.max(0, startsAtMs(clock) - performance.now());
    const waitMs = stillMs + leftMs(clock, running, performance.now()) - next + LATE_MS;
    // A timer of a browser can wait 2^31 ms at most; nobody keeps a page open that long.
    if (waitMs < 2 ** 31) this.#timer = window.setTimeout(() => this.follow(state), waitMs);
  }

  stop(): void {
    window.clearTimeout(this.#timer);
  }

  #check(clock: ReceivedClock, running: number, lowMs: readonly number[]): void {
    const reached = warningMs(leftMs(clock, running, performance.now()), lowMs);
    if (reached !== null && (this.#warnedMs === null || reached < this.#warnedMs)) {
      this.#warnedMs = reached;
      this.warn(reached);
    }
  }
}
