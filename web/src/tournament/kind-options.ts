/** The form of a new tournament shows only the options that its kind has; without this script it shows all. */

/** Return whether an option belongs to a kind; `kinds` are the kinds that have it, separated by spaces. */
export function hasOption(kinds: string, kind: string): boolean {
  return kinds.split(" ").includes(kind);
}

/** Show the options of the chosen kind, now and whenever another one is chosen; hidden ones are not sent. */
export function watchKind(): void {
  const select = document.querySelector<HTMLSelectElement>(".tournament-form [name=preset]");
  if (!select) return;
  const show = () => {
    for (const option of document.querySelectorAll<HTMLElement>("[data-kinds]")) {
      option.hidden = !hasOption(option.dataset.kinds ?? "", select.value);
      for (const field of option.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select"))
        field.disabled = option.hidden;
    }
    for (const advanced of document.querySelectorAll<HTMLElement>("[data-advanced]"))
      advanced.hidden = !advanced.querySelector("[data-kinds]:not([hidden])");
  };
  select.addEventListener("change", show);
  show();
}
