/** The page for sharing a game; its buttons copy the text beside them. */
import { copyText } from "../page/clipboard";

const note = document.getElementById("copied");

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy ?? "") as HTMLInputElement | null;
  if (!field) continue;
  button.hidden = false;
  button.addEventListener("click", () => void copy(field));
}

async function copy(field: HTMLInputElement): Promise<void> {
  field.select();
  // The text is selected, so that the user can copy it by keyboard.
  if (!(await copyText(field.value))) return;
  if (note) {
    note.textContent = note.dataset.note ?? "";
    note.classList.remove("visually-hidden");
  }
}
