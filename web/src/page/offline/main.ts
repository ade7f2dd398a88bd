/** The page about playing offline: its button saves everything, and its links say what is saved. */
import { canSave, loadSaved, saveAll } from "./saving";

const place = document.querySelector<HTMLElement>("#offline");
const words = place?.dataset;
const button = place?.querySelector("button");
const status = place?.querySelector("[role=status]");

function show(sentence: string | undefined): void {
  if (status) status.textContent = sentence ?? "";
}

function showSaved(): void {
  const day = loadSaved()?.day;
  if (!day) return;
  const shown = new Date(`${day}T12:00:00Z`).toLocaleDateString(document.documentElement.lang, { dateStyle: "long" });
  show(words?.saved?.replace("{day}", shown));
  if (button) button.textContent = words?.again ?? "";
}

async function save(): Promise<void> {
  if (!button) return;
  button.disabled = true;
  const isSaved = await saveAll((share) => show(words?.saving?.replace("{n}", String(Math.round(100 * share))))).catch(
    () => false,
  );
  button.disabled = false;
  if (isSaved) showSaved();
  else show(words?.failed);
}

if (button && canSave()) {
  button.hidden = false;
  button.addEventListener("click", () => void save());
  showSaved();
} else {
  show(words?.unable);
}
