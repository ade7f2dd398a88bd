/** The start page works without this script; it only keeps two seats from having the same colour. */

const COLOURS = ["R", "Y", "G", "B"];

/** Give the seat that had the chosen colour the one that became free. */
function swapColours(selects: readonly HTMLSelectElement[], changed: HTMLSelectElement): void {
  const taken = selects.filter((select) => select !== changed).map((select) => select.value);
  const other = selects.find((select) => select !== changed && select.value === changed.value);
  const free = COLOURS.find((colour) => colour !== changed.value && !taken.includes(colour));
  if (other && free) other.value = free;
}

const selects = [...document.querySelectorAll<HTMLSelectElement>("select[name^=colour_]")];
for (const select of selects) select.addEventListener("change", () => swapColours(selects, select));
