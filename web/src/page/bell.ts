/** The bell in the header: how many notices are unread, and the list of the newest ones. */
import type { Bell, NoticeList, NoticeView } from "../generated/protocol";
import { BELL_EVENT } from "./bell-event";
import { fetchData } from "./data";
import type { IconName } from "./icons";
import { faceBefore, iconBefore } from "./players/prepended-faces";
import { momentText } from "./time/text";

const MAX_WAIT_MS = 60_000;
const SHOWN = 12;
const ICONS: Partial<Record<NoticeView["kind"], IconName>> = {
  round: "trophy",
  appointment: "calendar",
  reminder: "clock",
};

const bell = document.querySelector<HTMLAnchorElement>("#bell");
const words = bell?.dataset;
let nTries = 0;

/** Follow the number of unread notices, and open their list in a panel. */
export function followBell(): void {
  if (!bell) return;
  bell.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || location.pathname === "/notices") return;
    event.preventDefault();
    void toggle(panelOf(bell));
  });
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-notice]"))
    link.addEventListener("click", () => read({ ids: [link.dataset.notice ?? ""] }));
  const zone = document.querySelector<HTMLInputElement>("input[name=zone]");
  if (zone?.value === "UTC") zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  connect();
}

function connect(): void {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}/notices/socket`);
  socket.addEventListener("message", (event) => {
    nTries = 0;
    const message = JSON.parse(String(event.data)) as { type: string };
    if (message.type === "bell") show(message as Bell);
  });
  socket.addEventListener("close", () => {
    nTries += 1;
    const waitMs = Math.min(1000 * 2 ** nTries, MAX_WAIT_MS) * (1 + Math.random());
    setTimeout(connect, waitMs);
  });
}

function show({ n_unread, n_waiting = 0, n_messages = 0 }: Bell): void {
  showWaiting(n_waiting);
  showCount(bell, n_unread);
  showCount(document.querySelector("#inbox"), n_messages);
  document.dispatchEvent(new Event(BELL_EVENT));
  void navigator.setAppBadge?.(n_waiting).catch(() => undefined);
  if (n_unread > 0 && !document.hidden && location.pathname.startsWith("/games/")) read({ url: location.pathname });
  const panel = document.querySelector<HTMLElement>("#bell-panel:popover-open");
  if (panel) void fill(panel);
}

/** Show how much of something is unread beside its link, which says it too. */
function showCount(link: HTMLElement | null, n: number): void {
  const count = link?.querySelector<HTMLElement>(".bell-count");
  if (!link || !count) return;
  count.hidden = n === 0;
  count.textContent = n > 99 ? "99+" : String(n);
  const label = n === 0 ? link.dataset.plain : link.dataset.unread?.replace("{n}", String(n));
  link.setAttribute("aria-label", label ?? "");
}

function showWaiting(n: number): void {
  const link = document.querySelector<HTMLAnchorElement>("#games-waiting");
  const count = link?.querySelector<HTMLElement>(".bell-count");
  if (!link || !count) return;
  link.hidden = n === 0;
  count.textContent = String(n);
  link.setAttribute("aria-label", (link.dataset.label ?? "").replace("{n}", String(n)));
}

document.addEventListener("visibilitychange", () => {
  const isUnread = bell?.querySelector<HTMLElement>(".bell-count")?.hidden === false;
  if (isUnread && !document.hidden && location.pathname.startsWith("/games/")) read({ url: location.pathname });
});

function read(which: { ids?: string[]; url?: string }): void {
  const headers = { "Content-Type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(which), keepalive: true };
  void fetch("/api/account/notices/read", request).catch(() => null);
}

function panelOf(button: HTMLElement): HTMLElement {
  const known = document.querySelector<HTMLElement>("#bell-panel");
  if (known) return known;
  const panel = document.createElement("section");
  panel.id = "bell-panel";
  panel.className = "bell-panel";
  panel.popover = "auto";
  panel.setAttribute("aria-label", words?.plain ?? "");
  panel.addEventListener("toggle", (event) => {
    button.setAttribute("aria-expanded", String((event as ToggleEvent).newState === "open"));
  });
  button.after(panel);
  return panel;
}

async function toggle(panel: HTMLElement): Promise<void> {
  if (!panel.togglePopover()) return;
  await fill(panel);
  panel.querySelector<HTMLElement>("a, button")?.focus();
}

async function fill(panel: HTMLElement): Promise<void> {
  const found = await fetchData<NoticeList>("/api/account/notices");
  if (!found) return;
  const { notices, n_unread } = found;
  const list = document.createElement("ul");
  list.className = "notice-list";
  list.append(...notices.slice(0, SHOWN).map(row));
  const foot = document.createElement("div");
  foot.className = "row";
  const all = document.createElement("a");
  all.href = "/notices";
  all.textContent = words?.all ?? "";
  foot.append(all);
  if (n_unread > 0) foot.append(readAll());
  panel.replaceChildren(notices.length > 0 ? list : nothing(), foot);
}

function row(notice: NoticeView): HTMLElement {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = notice.url;
  link.textContent = `${notice.text} `;
  if (!notice.is_read) {
    link.className = "unread";
    const mark = document.createElement("span");
    mark.className = "badge";
    mark.textContent = words?.new ?? "";
    link.append(mark, " ");
    link.addEventListener("click", () => read({ ids: [notice.id] }));
  }
  const time = document.createElement("time");
  time.dateTime = notice.at;
  time.textContent = momentText(new Date(notice.at), new Date(), document.documentElement.lang);
  link.append(time);
  if (notice.player) void faceBefore(link, notice.player, notice.face);
  else void iconBefore(link, ICONS[notice.kind] ?? "play");
  item.append(link);
  return item;
}

function nothing(): HTMLElement {
  const line = document.createElement("p");
  line.textContent = words?.empty ?? "";
  return line;
}

function readAll(): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = words?.read ?? "";
  button.addEventListener("click", () => read({}));
  return button;
}
