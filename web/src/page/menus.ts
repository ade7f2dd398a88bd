/** Menus that open under a button. */

/** Close the menus, except the one that the person pointed into. */
export function closeMenus(page: ParentNode, pointed: Node | null = null): void {
  for (const menu of page.querySelectorAll("details.menu")) {
    if (!pointed || !menu.contains(pointed)) menu.removeAttribute("open");
  }
}
