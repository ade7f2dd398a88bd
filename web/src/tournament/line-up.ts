/** The line-up of a team: a member who is moved to another board changes places with who was there. */

/** Return the names at the boards after `name` was chosen for a board; `before` are the names until then. */
export function withSwapped(before: readonly string[], board: number, name: string): string[] {
  const left = before[board] ?? "";
  return before.map((each, at) => (at === board ? name : each === name ? left : each));
}

/**
 * Keep each member at one board while the captain chooses; without this script the server refuses mistakes.
 *
 * By keyboard a choice passes other names on its way, so the places are those from before the list was entered.
 */
export function watchLineUp(): void {
  let before: string[] = [];
  document.addEventListener("focusin", (event) => {
    before = boardsOf(event.target).map((select) => select.value);
  });
  document.addEventListener("change", (event) => {
    const boards = boardsOf(event.target);
    const chosen = boards.indexOf(event.target as HTMLSelectElement);
    withSwapped(before, chosen, boards[chosen]?.value ?? "").forEach((name, at) => {
      const select = boards[at];
      if (select) select.value = name;
    });
  });
}

/** Return the lists of all boards if one of them is meant. */
function boardsOf(target: EventTarget | null): HTMLSelectElement[] {
  const form = target instanceof HTMLSelectElement ? target.closest(".line-up form") : null;
  return [...(form?.querySelectorAll("select") ?? [])];
}
