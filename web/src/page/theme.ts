/**
 * Runs in the head, before the first paint: sets the stored settings as attributes of the root element, and gives tiles
 * their letters and numbers where these are wanted; again when another tab has changed them. Imports nothing.
 */
const root = document.documentElement;
const KEY = "tantrix.preferences";

/** Move letters and numbers into their tiles: they are apart, because browsers copy all of a symbol for each `<use>`. */
function completeTiles(): void {
  for (const part of ["marks", "numbers"])
    if (root.dataset[part] === "on")
      for (const apart of document.querySelectorAll(`symbol[id^="${part}-"]`))
        document.getElementById(apart.id.replace(part, "tile"))?.append(...apart.children);
}

function showStored(): void {
  try {
    const { entries } = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    for (const [name, { value }] of Object.entries(entries ?? {}) as [string, { value: string }][])
      if (name.startsWith("setting/")) root.dataset[name.slice(8)] = value;
  } catch {
    // Without storage the page keeps its defaults.
  }
}

showStored();
addEventListener("storage", ({ key }) => {
  if (key !== KEY) return;
  showStored();
  document.dispatchEvent(new Event("preferences-updated"));
});
new MutationObserver(completeTiles).observe(root, { attributeFilter: ["data-marks", "data-numbers"] });
document.addEventListener("DOMContentLoaded", completeTiles);
