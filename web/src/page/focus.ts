/** Focus management: when a button disappears on being pressed, the focus moves to the table. */
import type { LitElement } from "lit";

interface Table extends LitElement {
  focusCursor(): void;
}

/** Whenever an update of the page loses the focus, move it to the cursor of the table. */
export function keepFocus(page: LitElement, table: () => Table | null): void {
  let hadFocus = false;
  page.addController({
    hostUpdate: () => {
      hadFocus = page.contains(document.activeElement);
    },
    hostUpdated: () => {
      const active = document.activeElement;
      const isLost = active === document.body || active?.checkVisibility() === false;
      if (hadFocus && isLost) void table()?.updateComplete.then(() => table()?.focusCursor());
    },
  });
}
