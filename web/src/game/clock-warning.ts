/** Watches the clock of the person who is to play, and warns once when each low time is reached. */
import { leftMs, lowTimesMs, type ReceivedClock, warningMs } from "../table/clock";
import { isMyTurn, type TableState } from "../table/state";

const LATE_MS = 20;

export class ClockWatch {
  #timer = 0;
  #warnedMs: number | null = null;
  #running: number | null = null;

  /** `warn` is told the time left that was reached. */
  constructor(private readonly warn: (leftMs: number) => void) {}

  /** Take the state as it now is; the next warning is waited for. */
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
    const waitMs = leftMs(clock, running, performance.now()) - next + LATE_MS;
    // A browser's timer counts to 2^31 ms at most; nobody waits at a page that long.
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
