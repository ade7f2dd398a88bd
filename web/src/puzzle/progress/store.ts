/**
 * The progress in puzzles, as this page knows it.
 *
 * For guests it is stored in this browser and stays here. For an account it is what the server sent, plus what was done
 * since and waits to be sent. The progress of a guest goes to the account that signs in next, and to no other; it also
 * stays here for when that account has signed out.
 */
import type { PuzzleProgress } from "../../generated/protocol";
import { loadJson, saveJson } from "../../page/storage";
import { fromWire, keyOf } from "./codec";
import { isSame, merged, NO_PROGRESS, type Progress, readProgress } from "./merge";

type All = Record<string, Progress>;

/** The progress of a guest, the account it went to, and whether the server has all of it. */
interface GuestProgress extends Progress {
  givenTo?: string;
  isGiven?: boolean;
}

const OWN_KEY = "tantrix.puzzles";
/** Waiting progress, by account. */
const WAITING_KEY = "tantrix.puzzles-waiting";

export class ProgressStore {
  /** What the server has sent. */
  #received = new Map<string, Progress>();
  /** What waits to be sent, as far as this page knows; a browser without storage sends it too. */
  #waiting = new Map<string, Progress>();
  /** What this page has shown on each table, and when it was left. */
  #shown = new Map<string, Pick<Progress, "laid" | "leftMs">>();

  constructor(
    readonly account: string | null,
    received: readonly PuzzleProgress[] = [],
    private readonly storage: () => Storage = () => localStorage,
  ) {
    for (const each of received) this.#received.set(keyOf(each), fromWire(each));
    if (account !== null) this.#give(account);
  }

  /** Return all progress, by puzzle. */
  all(): All {
    return this.account === null ? this.#own() : { ...Object.fromEntries(this.#received), ...this.waiting() };
  }

  /** Return the progress in a puzzle when its page opens. */
  load(key: string): Progress {
    const progress = this.#of(key);
    if (!this.#shown.has(key)) this.#shown.set(key, progress);
    return progress;
  }

  /** Return the progress in a puzzle if another browser left its table later than what is shown; else null. */
  newer(key: string): Progress | null {
    const [progress, shown] = [this.#of(key), this.#shown.get(key)];
    if (!shown || progress.leftMs <= shown.leftMs || progress.laid === shown.laid) return null;
    this.#shown.set(key, progress);
    return progress;
  }

  /** Return the progress in the puzzles that the page shows. */
  shown(): All {
    return Object.fromEntries([...this.#shown.keys()].map((key) => [key, this.#of(key)]));
  }

  /**
   * Store the progress in a puzzle. A table that this page has not changed keeps its time; one that it has changed is
   * later than the one it replaces, even if the clock here is slow.
   */
  save(key: string, progress: Progress, nowMs: number): void {
    const before = this.#of(key);
    const shown = this.#shown.get(key) ?? before;
    const leftMs = shown.laid === progress.laid ? shown.leftMs : Math.max(nowMs, before.leftMs + 1);
    this.#shown.set(key, { laid: progress.laid, leftMs });
    const after = merged(before, { ...progress, leftMs });
    if (isSame(after, before)) return;
    if (this.account !== null) this.#wait(this.account, { [key]: after });
    else this.#keepOwn({ [key]: { ...after, ...givenTo(this.#own()[key]) } });
  }

  /** Return what the server does not have yet, merged with what it sent. */
  waiting(): All {
    if (this.account === null) return {};
    const all = { ...this.#waitingHere(this.account) };
    for (const [key, progress] of this.#waiting) all[key] = merged(all[key] ?? NO_PROGRESS, progress);
    for (const key of Object.keys(all))
      all[key] = merged(all[key] ?? NO_PROGRESS, this.#received.get(key) ?? NO_PROGRESS);
    return all;
  }

  /** Process an answer: what has not changed since it was sent is no longer waiting. */
  acknowledge(sent: All, received: readonly PuzzleProgress[]): void {
    const now = this.waiting();
    const done = Object.keys(sent).filter((key) => isSame(now[key] ?? NO_PROGRESS, sent[key] ?? NO_PROGRESS));
    for (const each of received) this.#received.set(keyOf(each), fromWire(each));
    this.#forget(done);
  }

  /** Drop what the server refuses. */
  drop(sent: All): void {
    this.#forget(Object.keys(sent));
  }

  #of(key: string): Progress {
    return this.all()[key] ?? NO_PROGRESS;
  }

  #own(): Record<string, GuestProgress> {
    const all = loadJson<Record<string, GuestProgress>>(OWN_KEY, {}, this.storage);
    const entries = typeof all === "object" ? Object.entries(all) : [];
    const read = entries.map(([key, own]) => [key, { ...own, ...readProgress(own) }]);
    return Object.fromEntries(read) as Record<string, GuestProgress>;
  }

  #keepOwn(changed: Record<string, GuestProgress>): void {
    saveJson(OWN_KEY, { ...this.#own(), ...changed }, this.storage);
  }

  /** Queue a guest's progress for the account, unless it went to another one. */
  #give(account: string): void {
    const own = Object.entries(this.#own());
    const fresh = own.filter(([, one]) => !one.isGiven && (one.givenTo ?? account) === account);
    if (fresh.length === 0) return;
    this.#wait(account, Object.fromEntries(fresh.map(([key, one]) => [key, readProgress(one)])));
    const isStored = fresh.every(([key]) => key in this.#waitingHere(account));
    if (isStored)
      this.#keepOwn(Object.fromEntries(fresh.map(([key, one]) => [key, { ...one, givenTo: account, isGiven: true }])));
  }

  #wait(account: string, progress: All): void {
    const here = this.#waitingHere(account);
    for (const [key, one] of Object.entries(progress)) {
      this.#waiting.set(key, merged(this.#waiting.get(key) ?? NO_PROGRESS, one));
      here[key] = merged(here[key] ?? NO_PROGRESS, one);
    }
    this.#keepWaiting(account, here);
  }

  #forget(keys: readonly string[]): void {
    if (this.account === null) return;
    const here = this.#waitingHere(this.account);
    for (const key of keys) {
      this.#waiting.delete(key);
      delete here[key];
    }
    this.#keepWaiting(this.account, here);
  }

  #waitingHere(account: string): All {
    return loadJson<Record<string, All>>(WAITING_KEY, {}, this.storage)[account] ?? {};
  }

  #keepWaiting(account: string, waiting: All): void {
    const all = loadJson<Record<string, All>>(WAITING_KEY, {}, this.storage);
    saveJson(WAITING_KEY, { ...all, [account]: waiting }, this.storage);
  }
}

function givenTo(own: GuestProgress | undefined): Pick<GuestProgress, "givenTo"> {
  return own?.givenTo === undefined ? {} : { givenTo: own.givenTo };
}
