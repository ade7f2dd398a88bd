/** Saves the site in this browser, so that it works without a connection, and keeps what is saved fresh. */
import { loadJson, saveJson } from "../storage";

const WORKER = "/service-worker.js";
const KEY = "tantrix.offline";

/** What was saved last. */
export interface Saved {
  /** The day, as in 2026-01-31. */
  day: string;
  /** The version of the site's files. */
  version: string;
  language: string;
  /** The name of the account whose pages they are; empty for a guest. */
  account: string;
}

export function loadSaved(): Saved | null {
  return loadJson<Saved | null>(KEY, null);
}

export function canSave(): boolean {
  return "serviceWorker" in navigator && "caches" in window;
}

/** Save everything; return whether that was possible. `onProgress` gets the share that is done. */
export async function saveAll(onProgress: (share: number) => void): Promise<boolean> {
  await navigator.serviceWorker.register(WORKER);
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const saved = new Promise<string | null>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<{ done?: number; all?: number; version?: string | null }>) => {
      if (data.version !== undefined) resolve(data.version);
      else onProgress((data.done ?? 0) / (data.all ?? 1));
    };
  });
  active?.postMessage("save", [port2]);
  const version = await saved;
  if (version !== null) saveJson(KEY, { ...present(), version } satisfies Saved);
  return version !== null;
}

/**
 * Save again what was saved for another day, language or account, or in an older version. An installed app saves
 * everything the first time too.
 */
export async function refreshSaved(): Promise<void> {
  if (!canSave() || !navigator.onLine) return;
  const saved = loadSaved();
  const isWanted = saved !== null || matchMedia("(display-mode: standalone)").matches;
  const now = present();
  const isFresh = saved !== null && JSON.stringify({ ...now, ...saved }) === JSON.stringify(now);
  if (isWanted && !isFresh) await saveAll(() => undefined);
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
