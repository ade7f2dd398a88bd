/** The form of a new tournament shows only the options that its kind has; without this script it shows all. */

/**
 * Return whether an option belongs to a kind; `kinds` are the kinds that have it, separated by spaces.
 *
 * A kind in another form than its usual one is written like `teams/knock-out`.
 */
export function hasOption(kinds: string, kind: string): boolean {
  return kinds.split(" ").includes(kind);
}

/** Return the chosen kind, with its form if it has a choice of forms. */
export function kindInForm(kind: string, form: string, kinds: string): string {
  const inForm = `${kind}/${form}`;
  return hasOption(kinds, inForm) ? inForm : kind;
}

/** Show the options of the chosen kind and form, now and whenever another one is chosen; hidden ones are not sent. */
export function watchKind(): void {
  const select = document.querySelector<HTMLSelectElement>(".tournament-form [name=preset]");
  if (!select) return;
  const forms = document.querySelector<HTMLElement>(".tournament-form [data-kinds]:has([name=form])");
  const show = () => {
    const form = forms?.querySelector<HTMLInputElement>("[name=form]:checked")?.value ?? "";
    const kind = kindInForm(select.value, form, forms?.dataset.kinds ?? "");
    for (const option of document.querySelectorAll<HTMLElement>("[data-kinds]")) {
      option.hidden = !hasOption(option.dataset.kinds ?? "", kind);
      for (const field of option.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select"))
        field.disabled = option.hidden;
    }
    for (const advanced of document.querySelectorAll<HTMLElement>("[data-advanced]"))
      advanced.hidden = !advanced.querySelector("[data-kinds]:not([hidden])");
  };
  select.addEventListener("change", show);
  forms?.addEventListener("change", show);
  show();
}
