/** The start page works without this script; it only keeps two seats from having the same colour. */

const COLOURS = ["R", "Y", "G", "B"];
const PLACES = ".seat input[name^=colour_]";

/** Give the seat that had the chosen colour the one that became free. */
function swapColours(changed: HTMLInputElement): void {
  const chosen = [...document.querySelectorAll<HTMLInputElement>(`${PLACES}:checked`)];
  const others = chosen.filter(({ name }) => name !== changed.name);
  const other = others.find(({ value }) => value === changed.value);
  const free = COLOURS.find((colour) => colour !== changed.value && others.every(({ value }) => value !== colour));
  const place = other && document.querySelector<HTMLInputElement>(`[name=${other.name}][value=${free}]`);
  if (place) place.checked = true;
}

for (const field of document.querySelectorAll<HTMLInputElement>(PLACES))
  field.addEventListener("change", () => swapColours(field));
