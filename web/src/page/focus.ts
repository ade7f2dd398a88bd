/** The focus of a page: a button that goes when it was pressed leaves it to the table. */
import type { LitElement } from "lit";

interface Table extends LitElement {
  focusCursor(): void;
}

/** Whenever a page is drawn and the focus it had is lost, give it to the cursor of its table. */
export function keepFocus(page: LitElement, table: () => Table): void {
  let hadFocus = false;
  page.addController({
    hostUpdate: () => {
      hadFocus = page.contains(document.activeElement);
    },
    hostUpdated: () => {
      const active = document.activeElement;
      const isLost = active === document.body || active?.checkVisibility() === false;
      if (hadFocus && isLost) void table().updateComplete.then(() => table().focusCursor());
    },
  });
}
