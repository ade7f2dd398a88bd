import { expect, test } from "vitest";
import { commandOf, type Direction } from "./keys";
import { isViewKey, moveView } from "./view-keys";

/** A view that logs its calls. */
class RecordedView {
  readonly done: string[] = [];

  pan(direction: Direction): void {
    this.done.push(`pan ${direction}`);
  }

  zoom(factor: number): void {
    this.done.push(`zoom ${factor}`);
  }

  fit(): void {
    this.done.push("fit");
  }
}

test("the view moves by the same keys on every page", () => {
  const view = new RecordedView();
  const keys = [
    ["ArrowUp", true],
    ["+", false],
    ["0", false],
    ["r", false],
    ["ArrowUp", false],
  ] as const;

  for (const [key, shiftKey] of keys) {
    const command = commandOf({ key, shiftKey, ctrlKey: false, altKey: false, metaKey: false }, true);
    if (command && isViewKey(command)) moveView(view, command);
  }

  expect(view.done).toEqual(["pan up", "zoom 1.25", "fit"]);
});
