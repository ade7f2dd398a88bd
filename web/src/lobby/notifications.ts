/** Notifications on every page of a signed-in player: invitations, and games that have begun. */
import type { ChallengeView, Notices, Problem, SeatTaken } from "../generated/protocol";
import { followBell } from "../page/bell";
import { fetchData } from "../page/data";
import { faceBefore } from "../page/players/prepended-faces";
import { offerPush } from "../page/push";
import { loadJson, saveJson } from "../page/storage";

const POLL_MS = 20_000;
const SEEN_KEY = "tantrix.begun";

const place = document.querySelector<HTMLElement>("#notices");
const words = place?.dataset;

async function poll(): Promise<void> {
  if (document.hidden || !place) return;
  const notices = await fetchData<Notices>("/api/notices");
  if (notices) show(notices);
}

function show({ invitations, begun, terms }: Notices): void {
  const known = loadJson<string[]>(SEEN_KEY, [], () => sessionStorage);
  const fresh = begun.filter((url) => !known.includes(url) && location.pathname !== url);
  const invited = invitations.filter((one) => !known.includes(one.id));
  const ids = [...invited.map((one) => one.id), ...fresh];
  for (const card of place?.querySelectorAll<HTMLElement>(".notice") ?? [])
    if (!ids.includes(card.dataset.id ?? "")) card.remove();
  for (const one of invited) if (!isShown(one.id)) place?.append(invitation(one, terms?.[one.id]));
  for (const url of fresh) if (!isShown(url)) place?.append(begunGame(url, terms?.[url]));
}

function isShown(id: string): boolean {
  return [...(place?.querySelectorAll<HTMLElement>(".notice") ?? [])].some((card) => card.dataset.id === id);
}

function invitation(challenge: ChallengeView, terms = ""): HTMLElement {
  const inviter = challenge.seats.find((seat) => seat.kind === "person");
  const name = inviter?.name ?? "";
  const card = cardOf(challenge.id, (words?.invites ?? "{name}").replace("{name}", name));
  const line = card.querySelector("p");
  if (inviter && line) void faceBefore(line, inviter.account ?? name, inviter.badge?.face);
  if (terms) line?.after(paragraph(terms, "quiet"));
  const address = `/api/challenges/${challenge.id}`;
  card.append(
    button(words?.accept ?? "", "primary", () => void answerTo(card, `${address}/seats`, "POST")),
    button(words?.decline ?? "", "", () => void answerTo(card, address, "DELETE")),
    later(card),
  );
  return card;
}

function begunGame(url: string, sentence = words?.begun ?? ""): HTMLElement {
  const card = cardOf(url, sentence);
  card.append(
    button(words?.open ?? "", "primary", () => {
      rememberSeen(url);
      location.assign(url);
    }),
    later(card),
  );
  return card;
}

/** Return the button that puts a card away for as long as this window is open; the bell and the lobby still have it. */
function later(card: HTMLElement): HTMLButtonElement {
  return button(words?.later ?? "", "quiet-button", () => {
    rememberSeen(card.dataset.id ?? "");
    card.remove();
  });
}

function rememberSeen(id: string): void {
  const known = loadJson<string[]>(SEEN_KEY, [], () => sessionStorage);
  saveJson(SEEN_KEY, [...known.slice(-20), id], () => sessionStorage);
}

async function answerTo(card: HTMLElement, address: string, method: string): Promise<void> {
  const acceptance = {
    headers: { "Content-Type": "application/json" },
    body: "{}",
  };
  const answer = await fetch(address, { method, ...(method === "POST" ? acceptance : {}) }).catch(() => null);
  const reply = (await answer?.json().catch(() => null)) as (Partial<SeatTaken> & Partial<Problem>) | null;
  if (answer?.ok && reply?.url) location.assign(reply.url);
  else if (answer?.ok) card.remove();
  else if (reply?.detail) card.querySelector("p")?.replaceChildren(reply.detail);
}

function cardOf(id: string, text: string): HTMLElement {
  const card = document.createElement("div");
  card.className = "card notice";
  card.dataset.id = id;
  card.append(paragraph(text, ""));
  return card;
}

function paragraph(text: string, look: string): HTMLParagraphElement {
  const made = document.createElement("p");
  made.className = look;
  made.textContent = text;
  return made;
}

function button(text: string, look: string, press: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = look;
  made.textContent = text;
  made.addEventListener("click", press);
  return made;
}

followBell();
void offerPush();
void poll();
window.setInterval(() => void poll(), POLL_MS);
document.addEventListener("visibilitychange", () => void poll());
