/** Exchanges what a signed-in player has chosen and read with the account. */
import type { PreferenceList, PreferenceReport } from "../../generated/protocol";
import { giveTo, PREFERENCE_CHANGED, PREFERENCES_UPDATED, receive, unsent } from "./store";

/** The account's preferences; null: failed for now; "refused": of no use to send again. */
export type PreferenceAnswer = PreferenceList | null | "refused";
export type SendPreferences = (report: PreferenceReport, isLast: boolean) => Promise<PreferenceAnswer>;

const SOON_MS = 1000;
const FRESH_MS = 60_000;

export class PreferenceSync {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isBusy = false;

  constructor(
    private readonly account: string,
    private readonly send: SendPreferences,
    private readonly onUpdate: () => void,
  ) {}

  /** Exchange when the page opens or is looked at again: if something waits, or a minute has passed. */
  async refresh(nowMs: number): Promise<void> {
    const receivedMs = giveTo(this.account);
    if (unsent().length > 0 || nowMs - receivedMs > FRESH_MS) await this.exchange(nowMs);
  }

  /** Exchange soon, so that what changes until then is sent together. */
  soon(): void {
    this.#timer ??= setTimeout(() => void this.exchange(Date.now()), SOON_MS);
  }

  /** Exchange now; `isLast` if the page is being closed. */
  async exchange(nowMs: number, isLast = false): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isBusy) return this.soon();
    this.#isBusy = true;
    const sent = unsent();
    const answer = await this.send({ account: this.account, preferences: sent }, isLast);
    this.#isBusy = false;
    if (answer === "refused") receive(sent, [], nowMs);
    else if (answer !== null && receive(sent, answer.preferences, nowMs)) this.onUpdate();
  }
}

/** Start on a page of a signed-in player. */
export function syncPreferences(account: string): void {
  const sync = new PreferenceSync(account, post, () => document.dispatchEvent(new Event(PREFERENCES_UPDATED)));
  void sync.refresh(Date.now());
  addEventListener("online", () => void sync.refresh(Date.now()));
  document.addEventListener(PREFERENCE_CHANGED, () => sync.soon());
  addEventListener("visibilitychange", () => {
    if (!document.hidden) void sync.refresh(Date.now());
    else if (unsent().length > 0) void sync.exchange(Date.now(), true);
  });
}

async function post(report: PreferenceReport, isLast: boolean): Promise<PreferenceAnswer> {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify(report);
  const sent = fetch("/api/account/preferences", { method: "POST", headers, body, keepalive: isLast });
  const answer = await sent.catch(() => null);
  if (answer?.ok) return (await answer.json().catch(() => null)) as PreferenceList | null;
  return answer && [400, 409, 413, 422].includes(answer.status) ? "refused" : null;
}
