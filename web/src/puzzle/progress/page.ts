/** The progress store of this page, and its synchronisation with the server. */
import type { PageProgress } from "../../generated/protocol";
import { ProgressStore } from "./store";
import { ProgressSync, type Send, sendReport } from "./sync";

/** The event on the document after every answer of the server. */
export const PROGRESS_UPDATED = "progress-updated";

interface ProgressServices {
  store: ProgressStore;
  sync: ProgressSync;
}

let page: ProgressServices | undefined;

/** Return the one store of this page; the first call starts the synchronisation. */
export function progressOfPage(): ProgressServices {
  page ??= begin();
  return page;
}

function begin(): ProgressServices {
  const account = document.querySelector<HTMLElement>("#notices")?.dataset.account ?? null;
  const received = JSON.parse(document.getElementById("progress")?.textContent ?? "null") as PageProgress | null;
  const store = new ProgressStore(account, received?.puzzles);
  const send: Send = (puzzles, isLast) => sendReport(account, puzzles, isLast);
  const sync = new ProgressSync(store, send, () => document.dispatchEvent(new Event(PROGRESS_UPDATED)));
  if (account !== null) follow(sync);
  return { store, sync };
}

function follow(sync: ProgressSync): void {
  void sync.push();
  addEventListener("online", () => void sync.push());
  // On the window, so that listeners on the document have already stored their progress.
  addEventListener("visibilitychange", () => void (document.hidden ? sync.push(true) : sync.ask()));
}
