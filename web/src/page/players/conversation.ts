/**
 * A conversation works without this script, with which messages arrive, are sent and are marked as read while the page
 * is open. The bell's socket tells that something has come (`page/bell.ts`); the page then fetches the new lines.
 */
import type { PrivateMessageSent, ReadConversation, SendPrivateMessage } from "../../generated/protocol";
import { BELL_EVENT } from "../bell-event";
import { loadLanguage, t } from "../i18n";
import { RequestError, request } from "../request";
import { messageId } from "../socket";
import { showMoments } from "../time/shown";

const log = document.querySelector<HTMLElement>("#message-log");
const form = document.querySelector<HTMLFormElement>("#message-form");
const problem = document.querySelector<HTMLElement>("#message-problem");
const address = log?.dataset.address ?? "";
const isLive = log?.dataset.live !== undefined;
/** The message that is being sent; it keeps its id when it is sent again. */
let draft: SendPrivateMessage | null = null;
let readTo = 0;

function numbers(): number[] {
  return [...(log?.querySelectorAll<HTMLElement>("[data-number]") ?? [])].map((line) => Number(line.dataset.number));
}

/** Fetch lines of the conversation; nothing if that fails. */
async function fetchLines(bounds: string): Promise<HTMLElement[]> {
  const answer = await fetch(`${address}/lines?${bounds}`).catch(() => null);
  if (!answer?.ok) return [];
  const part = new DOMParser().parseFromString(await answer.text(), "text/html");
  showMoments(part);
  return [...part.body.children].filter((one) => one instanceof HTMLElement);
}

/** Add what has come since, and mark it as read while somebody looks at the page. */
async function arrive(): Promise<void> {
  if (!log || !isLive) return;
  const lines = await fetchLines(`after=${Math.max(0, ...numbers())}`);
  const last = Math.max(0, ...numbers());
  const fresh = lines.filter((line) => Number(line.dataset.number) > last);
  log.append(...fresh);
  if (fresh.length > 0) log.scrollTop = log.scrollHeight;
  await read();
}

async function read(): Promise<void> {
  const number = Math.max(0, ...numbers());
  if (document.hidden || number <= readTo) return;
  const which: ReadConversation = { number };
  await request("POST", `${address}/read`, which).then(
    () => {
      readTo = number;
    },
    () => undefined,
  );
}

async function send(field: HTMLInputElement): Promise<void> {
  const text = field.value.trim();
  if (!text || !problem) return;
  if (draft?.text !== text) draft = { id: messageId(), text };
  problem.textContent = "";
  try {
    const sent = (await request("POST", `${address}/messages`, draft)) as PrivateMessageSent;
    if (sent.id === draft?.id) draft = null;
    field.value = "";
    await arrive();
  } catch (error) {
    problem.textContent = error instanceof RequestError ? error.message : t("No connection.");
  }
  field.focus();
}

/** Show older lines above, where the reader is. */
async function showOlder(button: HTMLElement): Promise<void> {
  if (!log) return;
  const [lines, from] = [await fetchLines(`before=${Math.min(...numbers())}`), log.scrollHeight];
  if (lines.length === 0) return;
  button.remove();
  log.ariaBusy = "true"; // what is old is not announced
  log.prepend(...lines);
  log.ariaBusy = null;
  log.scrollTop += log.scrollHeight - from;
  log.focus();
}

loadLanguage(document);
if (log) log.scrollTop = log.scrollHeight;
log?.addEventListener("click", (event) => {
  const button = (event.target as HTMLElement).closest<HTMLElement>("#older");
  if (!button) return;
  event.preventDefault();
  void showOlder(button);
});
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const field = form.elements.namedItem("text");
  if (field instanceof HTMLInputElement) void send(field);
});
document.addEventListener(BELL_EVENT, () => void arrive());
document.addEventListener("visibilitychange", () => document.hidden || void arrive());
void arrive();
