/** Sends waiting progress to the server: soon, and again until the server has it. */
import type { ProgressList, ProgressReport, PuzzleProgress } from "../../generated/protocol";
import { toWire } from "./codec";
import type { Progress } from "./merge";
import type { ProgressStore } from "./store";

/**
 * The result of a report: accepted, refused for good, failed for now, or for another account than the one signed in.
 */
export type ReportResult = ProgressList | "refused" | "later" | "signed-out";
export type Send = (puzzles: readonly PuzzleProgress[], isLast: boolean) => Promise<ReportResult>;

export const MAX_AT_ONCE = 25;
const MAX_LETTERS = 48_000;
const SOON_MS = 2000;
const LATER_MS = 30_000;

type Entry = readonly [string, Progress];

export class ProgressSync {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isBusy = false;
  #isOver = false;

  constructor(
    private readonly store: ProgressStore,
    private readonly send: Send,
    private readonly onAnswer: () => void = () => {},
  ) {}

  /** Schedule sending, so that what comes until then is sent together. */
  soon(ms = SOON_MS): void {
    if (this.#timer === undefined && !this.#isOver) this.#timer = setTimeout(() => void this.push(), ms);
  }

  /** Fetch what other browsers did in the puzzles on this page, by sending what is known here. */
  async ask(): Promise<void> {
    const shown = Object.entries(this.store.shown());
    if (shown.length > 0) await this.#exclusively(() => this.#pushSome(shown, false));
  }

  /** Send everything now; `isLast` if the page is being closed. */
  async push(isLast = false): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#exclusively(() => this.#pushAll(isLast));
  }

  /** Send unless a request is running, and schedule again if something still waits. */
  async #exclusively(work: () => Promise<boolean>): Promise<void> {
    if (this.#isBusy || this.#isOver) return;
    this.#isBusy = true;
    const isDone = await work().finally(() => {
      this.#isBusy = false;
    });
    if (this.#first().length > 0) this.soon(isDone ? SOON_MS : LATER_MS);
  }

  async #pushAll(isLast: boolean): Promise<boolean> {
    for (let n = Object.keys(this.store.waiting()).length; n > 0; n -= MAX_AT_ONCE) {
      const entries = this.#first();
      if (entries.length > 0 && !(await this.#pushSome(entries, isLast))) return false;
    }
    return true;
  }

  /** Send some entries; if they are refused together, each half on its own. Return whether to go on. */
  async #pushSome(entries: readonly Entry[], isLast: boolean): Promise<boolean> {
    const answer = await this.send(
      entries.map(([key, progress]) => toWire(key, progress)),
      isLast,
    );
    if (answer === "signed-out") this.#isOver = true;
    if (answer === "signed-out" || answer === "later") return false;
    if (answer !== "refused") {
      this.store.acknowledge(Object.fromEntries(entries), answer.puzzles);
      this.onAnswer();
    } else if (entries.length === 1) this.store.drop(Object.fromEntries(entries));
    else {
      const half = Math.ceil(entries.length / 2);
      return (await this.#pushSome(entries.slice(0, half), isLast)) && this.#pushSome(entries.slice(half), isLast);
    }
    return true;
  }

  /** Return as much of what waits as fits into one report. */
  #first(): Entry[] {
    const found: Entry[] = [];
    let n = 0;
    for (const [key, progress] of Object.entries(this.store.waiting())) {
      n += JSON.stringify(toWire(key, progress)).length;
      if (found.length === MAX_AT_ONCE || (n > MAX_LETTERS && found.length > 0)) break;
      found.push([key, progress]);
    }
    return found;
  }
}

/** Send a report; the server accepts it only for the account that is signed in. */
export async function sendReport(
  account: string | null,
  puzzles: readonly PuzzleProgress[],
  isLast: boolean,
): Promise<ReportResult> {
  const headers = { "Content-Type": "application/json" };
  const report: ProgressReport = { account, puzzles: [...puzzles] };
  const body = JSON.stringify(report);
  const sent = fetch("/api/account/puzzles", { method: "POST", headers, body, keepalive: isLast });
  const answer = await sent.catch(() => null);
  if (answer?.ok) return (await answer.json().catch(() => "later")) as ReportResult;
  if (answer?.status === 403) return "signed-out";
  return answer && [400, 409, 413, 422].includes(answer.status) ? "refused" : "later";
}
