/**
 * What a person has chosen and read: settings, done steps of the lessons, tips. Stored in this browser, by name; for
 * a signed-in player `sync.ts` exchanges it with the account. Of two values of a name, the later one counts.
 */
import type { Preference } from "../../generated/protocol";
import { loadJson, saveJson } from "../storage";

/** The event on the document after other values have come from the account, or from another tab (`theme.ts`). */
export const PREFERENCES_UPDATED = "preferences-updated";
/** The event on the document after a change in this page. */
export const PREFERENCE_CHANGED = "preference-changed";

interface StoredPreference {
  value: string;
  /** When it was changed, in ms since 1970. */
  at: number;
}

/** What this browser stores; `theme.ts` reads `entries` too. */
interface Stored {
  entries: Record<string, StoredPreference>;
  /** The account that the entries belong to; null while nobody has signed in here. */
  account: string | null;
  /** The names of the entries that the account does not have yet. */
  unsent: readonly string[];
  /** When the account's entries were last received. */
  receivedMs: number;
}

const KEY = "tantrix.preferences";
const NOTHING: Stored = { entries: {}, account: null, unsent: [], receivedMs: 0 };

/** Return the stored value; null if there is none. */
export function loadPreference(name: string): string | null {
  return load().entries[name]?.value ?? null;
}

/** Return all stored values whose name begins so, by the rest of the name. */
export function preferencesUnder(prefix: string): Record<string, string> {
  const found = Object.entries(load().entries).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(found.map(([name, { value }]) => [name.slice(prefix.length), value]));
}

/** Store a value, unless it is stored already; it is later than the one it replaces, even if the clock is slow. */
export function savePreference(name: string, value: string, nowMs = Date.now()): void {
  const stored = load();
  const before = stored.entries[name];
  if (before?.value === value) return;
  const entry = { value, at: Math.max(nowMs, (before?.at ?? 0) + 1) };
  const unsent = [...new Set([...stored.unsent, name])];
  saveJson(KEY, { ...stored, entries: { ...stored.entries, [name]: entry }, unsent });
  globalThis.document?.dispatchEvent(new Event(PREFERENCE_CHANGED));
}

/**
 * Give the entries to the account that has signed in. Those of another account are dropped; those of a guest are sent
 * to it. Return when the account's entries were last received.
 */
export function giveTo(account: string): number {
  const stored = load();
  if (stored.account === account) return stored.receivedMs;
  const own = stored.account === null ? stored.entries : {};
  saveJson(KEY, { entries: own, account, unsent: Object.keys(own), receivedMs: 0 });
  if (stored.account !== null) globalThis.document?.dispatchEvent(new Event(PREFERENCES_UPDATED));
  return 0;
}

/** Return what the account does not have yet. */
export function unsent(): Preference[] {
  const { entries, unsent: names } = load();
  return names.flatMap((name) => {
    const entry = entries[name];
    return entry ? [{ name, value: entry.value, at_ms: entry.at }] : [];
  });
}

/** Merge what the account has, after something was sent to it; return whether a value changed here. */
export function receive(sent: readonly Preference[], received: readonly Preference[], nowMs: number): boolean {
  const stored = load();
  const isSent = (name: string) => sent.some((one) => one.name === name && one.at_ms === stored.entries[name]?.at);
  const unsent = stored.unsent.filter((name) => !isSent(name));
  const newer = received.filter(({ name, at_ms }) => !unsent.includes(name) || at_ms > (stored.entries[name]?.at ?? 0));
  const entries = { ...stored.entries };
  for (const { name, value, at_ms } of newer) entries[name] = { value, at: at_ms };
  saveJson(KEY, { ...stored, entries, unsent, receivedMs: nowMs });
  return newer.some(({ name, value }) => stored.entries[name]?.value !== value);
}

function load(): Stored {
  const found = loadJson<Partial<Stored>>(KEY, {});
  return typeof found.entries === "object" ? { ...NOTHING, ...found } : NOTHING;
}
