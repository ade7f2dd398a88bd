/** The page with all that can be passed on of a game: its buttons copy what stands beside them. */

const said = document.getElementById("copied");

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy ?? "") as HTMLInputElement | null;
  if (!field) continue;
  button.hidden = false;
  button.addEventListener("click", () => void copy(field));
}

async function copy(field: HTMLInputElement): Promise<void> {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    return; // the text is marked: the reader's own keys copy it
  }
  if (said) {
    said.textContent = said.dataset.said ?? "";
    said.classList.remove("visually-hidden");
  }
}
