/** The page for sharing a game; its buttons copy the text beside them. */
import { copyText } from "../page/clipboard";
import { loadLanguage } from "../page/i18n";

loadLanguage(document);
const note = document.getElementById("copied");

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy ?? "") as HTMLInputElement | null;
  if (!field) continue;
  button.hidden = false;
  button.addEventListener("click", () => void copy(field));
}

async function copy(field: HTMLInputElement): Promise<void> {
  field.select();
  if (!(await copyText(field.value))) return;
  if (note) {
    note.textContent = note.dataset.note ?? "";
    note.classList.remove("visually-hidden");
  }
}
