/** Saves the site in this browser, so that it works without a connection, and keeps what is saved fresh. */
import { loadJson, saveJson } from "../storage";

const WORKER = "/service-worker.js";
const KEY = "tantrix.offline";
const MAX_DAYS = 3; // as many as puzzles of days to come are saved
const DAY_MS = 86_400_000;

/** What is saved: everything, or only what a browser saves without being asked, which the packs of puzzles are not. */
export type Extent = "all" | "basics";

/** The message to the service worker that asks for each. */
const ASKED: Record<Extent, string> = { all: "save", basics: "save basics" };

/** What was saved last. */
export interface Saved {
  /** The day, as in 2026-01-31. */
  day: string;
  /** The version of the site's files. */
  version: string;
  language: string;
  /** The name of the account whose pages they are; empty for a guest. */
  account: string;
  /** Older versions saved everything and stored no extent. */
  extent?: Extent;
}

export function loadSaved(): Saved | null {
  return loadJson<Saved | null>(KEY, null);
}

export function canSave(): boolean {
  return "serviceWorker" in navigator && "caches" in window;
}

/**
 * Save; return whether that was possible. `onProgress` gets the share that is done.
 *
 * One page saves at a time, because the service worker forgets what it saved before.
 */
export function save(extent: Extent, onProgress: (share: number) => void): Promise<boolean> {
  return navigator.locks.request(KEY, () => saveNow(extent, onProgress));
}

async function saveNow(extent: Extent, onProgress: (share: number) => void): Promise<boolean> {
  await navigator.serviceWorker.register(WORKER);
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const saved = new Promise<string | null>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<{ done?: number; all?: number; version?: string | null }>) => {
      if (data.version !== undefined) resolve(data.version);
      else onProgress((data.done ?? 0) / (data.all ?? 1));
    };
  });
  active?.postMessage(ASKED[extent], [port2]);
  const version = await saved;
  if (version !== null) saveJson(KEY, { ...present(), version, extent } satisfies Saved);
  return version !== null;
}

/**
 * Save what a visitor needs when the connection is lost, and again what has grown old. An installed app saves
 * everything; a browser that is to save data saves nothing without being asked.
 */
export async function refreshSaved(): Promise<void> {
  if (!canSave() || !navigator.onLine) return;
  await navigator.locks.request(KEY, { ifAvailable: true }, async (lock) => lock && refreshNow());
}

async function refreshNow(): Promise<void> {
  const saved = loadSaved();
  const extent = extentToSave(saved);
  const isThrifty = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  if (extent === "basics" && isThrifty) return;
  if (!isFresh(saved, extent, present())) await saveNow(extent, () => undefined);
}

function extentToSave(saved: Saved | null): Extent {
  const isApp = matchMedia("(display-mode: standalone)").matches;
  return isApp || (saved !== null && saved.extent !== "basics") ? "all" : "basics";
}

/** Return whether what was saved is of this version, language and account, and of today; basics may be older. */
export function isFresh(saved: Saved | null, extent: Extent, now: Saved): boolean {
  if (saved === null || (saved.extent ?? "all") !== extent) return false;
  const days = (Date.parse(now.day) - Date.parse(saved.day)) / DAY_MS;
  const isOfNow = saved.version === now.version && saved.language === now.language && saved.account === now.account;
  return isOfNow && days >= 0 && (extent === "all" ? days < 1 : days < MAX_DAYS);
}

/** Return what would be saved now. */
function present(): Saved {
  const { dataset, lang } = document.documentElement;
  return {
    day: new Date().toISOString().slice(0, 10),
    version: new URL(dataset.icons ?? "", location.href).searchParams.get("v") ?? "",
    language: lang,
    account: document.querySelector<HTMLElement>("#notices")?.dataset.account ?? "",
  };
}
