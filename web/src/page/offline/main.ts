/**
 * The page about playing offline: its button saves everything, and its links say what is saved. The service worker
 * shows it in place of a page that is not saved, which opens as soon as there is a connection.
 */
import { canSave, loadSaved, save } from "./saving";

const AGAIN_MS = 5_000;

const place = document.querySelector<HTMLElement>("#offline");
const words = place?.dataset;
const button = place?.querySelector("button");
const status = place?.querySelector("[role=status]");
const missing = document.querySelector<HTMLElement>("#not-saved");

function show(sentence: string | undefined): void {
  if (status) status.textContent = sentence ?? "";
}

function showSaved(): void {
  const saved = loadSaved();
  if (!saved) return;
  if (saved.extent === "basics") {
    show(words?.basics);
    return;
  }
  const shown = new Date(`${saved.day}T12:00:00Z`).toLocaleDateString(document.documentElement.lang, {
    dateStyle: "long",
  });
  show(words?.saved?.replace("{day}", shown));
  if (button) button.textContent = words?.again ?? "";
}

async function saveAll(): Promise<void> {
  if (!button) return;
  button.disabled = true;
  const isSaved = await save("all", (share) =>
    show(words?.saving?.replace("{n}", String(Math.round(100 * share)))),
  ).catch(() => false);
  button.disabled = false;
  if (isSaved) showSaved();
  else show(words?.failed);
}

function openWhenConnected(): void {
  if (!missing || !words || location.pathname === words.address) return;
  missing.hidden = false;
  missing.querySelector("button")?.addEventListener("click", () => location.reload());
  window.addEventListener("online", () => void openIfAnswered());
  window.setInterval(() => void openIfAnswered(), AGAIN_MS);
}

/** Open the page if the server answers, which a connection to some network does not say. */
async function openIfAnswered(): Promise<void> {
  const isAnswered = await fetch("/healthz").then(
    ({ ok }) => ok,
    () => false,
  );
  if (isAnswered) location.reload();
}

openWhenConnected();
if (button && canSave()) {
  button.hidden = false;
  button.addEventListener("click", () => void saveAll());
  showSaved();
} else {
  show(words?.unable);
}
