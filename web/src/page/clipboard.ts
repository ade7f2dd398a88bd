/** Copying text, also on pages over plain http, where browsers have no `navigator.clipboard`. */

const other = () => import("./clipboard-fallback");
if (typeof navigator !== "undefined" && !navigator.clipboard) void other().catch(() => undefined); // it is here when a button is pressed

/** Copy the texts of the buttons of a page that have one in `data-copy`, also of buttons that come later. */
export function followCopyButtons(): void {
  document.addEventListener("click", async ({ target }) => {
    const button = (target as Element).closest<HTMLElement>("button[data-copy]");
    if (button && (await copyText(button.dataset.copy ?? ""))) button.textContent = button.dataset.done ?? "";
  });
}

/** Copy text to the clipboard. If the browser allows no way, show the text selected, say how, and return false. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return (await other()).copyOrShow(text);
  }
}
