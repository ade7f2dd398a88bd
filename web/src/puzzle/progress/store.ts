/**
 * What a page knows of somebody's puzzles.
 *
 * Without an account it is what this browser has kept, and it stays here. With one it is what the server told the
 * page, and what was done since and waits for the server to have it. What a guest did here goes to the account that
 * signs in next, once, and stays here as well, for when that account has signed out; it goes to no second account.
 */
import type { PuzzleProgress } from "../../generated/protocol";
import { loadJson, saveJson } from "../../page/storage";
import { fromWire, keyOf } from "./codec";
import { isSame, merged, NO_PROGRESS, type Progress, readProgress } from "./merge";

type All = Record<string, Progress>;

/** What a guest did, which account it went to, and whether that account has all of it. */
interface GuestProgress extends Progress {
  givenTo?: string;
  isGiven?: boolean;
}

const OWN_KEY = "tantrix.puzzles";
/** By the names of accounts. */
const WAITING_KEY = "tantrix.puzzles-waiting";

export class ProgressStore {
  /** What the server has told. */
  #told = new Map<string, Progress>();
  /** What waits, as far as this page knows: a browser without storage sends it all the same. */
  #waiting = new Map<string, Progress>();
  /** What this page has shown on each table, and when that was left. */
  #shown = new Map<string, Pick<Progress, "laid" | "leftMs">>();

  constructor(
    readonly account: string | null,
    told: readonly PuzzleProgress[] = [],
    private readonly storage: () => Storage = () => localStorage,
  ) {
    for (const each of told) this.#told.set(keyOf(each), fromWire(each));
    if (account !== null) this.#give(account);
  }

  /** Return all progress by the keys of the puzzles. */
  all(): All {
    return this.account === null ? this.#own() : { ...Object.fromEntries(this.#told), ...this.waiting() };
  }

  /** Return the progress in a puzzle as its page begins. */
  load(key: string): Progress {
    const progress = this.#of(key);
    if (!this.#shown.has(key)) this.#shown.set(key, progress);
    return progress;
  }

  /** Return the progress in a puzzle if its table was left later, at another browser, than what is shown; else null. */
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
   * Keep the progress in a puzzle. A table that this page has not changed was not left now; one that it has changed
   * was left after the one that it takes the place of, though the clock here be behind.
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

  /** Return what the server does not have yet, merged with what it told. */
  waiting(): All {
    if (this.account === null) return {};
    const all = { ...this.#waitingHere(this.account) };
    for (const [key, progress] of this.#waiting) all[key] = merged(all[key] ?? NO_PROGRESS, progress);
    for (const key of Object.keys(all)) all[key] = merged(all[key] ?? NO_PROGRESS, this.#told.get(key) ?? NO_PROGRESS);
    return all;
  }

  /** The server has this, and told what it knows: what has not changed meanwhile waits no more. */
  acknowledge(sent: All, told: readonly PuzzleProgress[]): void {
    const now = this.waiting();
    const done = Object.keys(sent).filter((key) => isSame(now[key] ?? NO_PROGRESS, sent[key] ?? NO_PROGRESS));
    for (const each of told) this.#told.set(keyOf(each), fromWire(each));
    this.#forget(done);
  }

  /** The server does not take this. */
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

  /** Let what a guest did wait for the account, unless that was another one's. */
  #give(account: string): void {
    const own = Object.entries(this.#own());
    const fresh = own.filter(([, one]) => !one.isGiven && (one.givenTo ?? account) === account);
    if (fresh.length === 0) return;
    this.#wait(account, Object.fromEntries(fresh.map(([key, one]) => [key, readProgress(one)])));
    const isKept = fresh.every(([key]) => key in this.#waitingHere(account));
    if (isKept)
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
