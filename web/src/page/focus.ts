/** Focus management: when a button disappears after a press, the focus moves to the table. */
import type { LitElement } from "lit";
import { afterFrame } from "./after-frame";

interface Table extends LitElement {
  focusCursor(): void;
}

/**
 * Whenever an update of the page loses the focus, move it to the cursor of the table.
 *
 * Whether an element is visible is checked after the next frame; earlier, that would force a layout of the page.
 */
export function keepFocus(page: LitElement, table: () => Table | null): void {
  let hadFocus = false;
  let isAsked = false;
  const check = () => {
    isAsked = false;
    const active = document.activeElement;
    const isLost = active === document.body || active?.matches(".surface") || active?.checkVisibility() === false;
    if (hadFocus && isLost) void table()?.updateComplete.then(() => table()?.focusCursor());
  };
  page.addController({
    hostUpdate: () => {
      if (!isAsked) hadFocus = page.contains(document.activeElement);
    },
    hostUpdated: () => {
      if (isAsked || !hadFocus) return;
      isAsked = true;
      afterFrame(check);
    },
  });
}
