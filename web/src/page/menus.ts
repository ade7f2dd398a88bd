/** Menus that open under a button. */

/** Close the menu that contains the clicked entry. */
export function closeMenuOf(event: Event): void {
  (event.currentTarget as Element).closest("details")?.removeAttribute("open");
}

/** Close all menus except the one that contains `pointed`. */
export function closeMenus(page: ParentNode, pointed: Node | null = null): void {
  for (const menu of page.querySelectorAll("details.menu")) {
    if (!pointed || !menu.contains(pointed)) menu.removeAttribute("open");
  }
}
