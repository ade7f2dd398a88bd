/** The progress of whoever reads this page: what the server told of it, and the way back there. */
import type { PageProgress } from "../../generated/protocol";
import { ProgressStore } from "./store";
import { ProgressSync, post, type Send } from "./sync";

/** Said at the document whenever the server has told something. */
export const PROGRESS_UPDATED = "progress-updated";

interface PageOfProgress {
  book: ProgressStore;
  sync: ProgressSync;
}

let page: PageOfProgress | undefined;

/** Return the one book of this page; the first time, what waits begins to be sent. */
export function progressOfPage(): PageOfProgress {
  page ??= begin();
  return page;
}

function begin(): PageOfProgress {
  const account = document.querySelector<HTMLElement>("#notices")?.dataset.account ?? null;
  const told = JSON.parse(document.getElementById("progress")?.textContent ?? "null") as PageProgress | null;
  const book = new ProgressStore(account, told?.puzzles);
  const send: Send = (puzzles, isLast) => post(account, puzzles, isLast);
  const sync = new ProgressSync(book, send, () => document.dispatchEvent(new Event(PROGRESS_UPDATED)));
  if (account !== null) follow(sync);
  return { book, sync };
}

function follow(sync: ProgressSync): void {
  void sync.push();
  addEventListener("online", () => void sync.push());
  // At the window, so that the parts of the page, which listen at the document, have kept theirs by then.
  addEventListener("visibilitychange", () => void (document.hidden ? sync.push(true) : sync.ask()));
}
