import { afterEach, expect, test, vi } from "vitest";
import { copyText } from "./clipboard";

const ADDRESS = "http://192.168.1.7/games/a";

/** Give the page an `execCommand` that copies or not; return what is selected and what was copied. */
function page(copies: boolean) {
  const seen = { selected: "", copied: [] as string[], shown: [] as string[], focus: 0 };
  const element = () => ({
    value: "",
    append: () => {},
    remove: () => {
      seen.selected = "";
    },
    setAttribute: () => {},
    focus: () => {},
    addEventListener: () => {},
    select(this: { value: string }) {
      seen.selected = this.value;
    },
    showModal: () => seen.shown.push("dialog"),
  });
  vi.stubGlobal("document", {
    activeElement: { closest: () => null, focus: () => seen.focus++ },
    body: element(),
    createElement: element,
    execCommand: (command: string) => copies && seen.copied.push(`${command} ${seen.selected}`) > 0,
  });
  return seen;
}

afterEach(() => vi.unstubAllGlobals());

test("the clipboard of the browser is preferred", async () => {
  const seen = page(true);
  const writeText = vi.fn(async () => {});
  vi.stubGlobal("navigator", { clipboard: { writeText } });

  expect(await copyText(ADDRESS)).toBe(true);
  expect(writeText).toHaveBeenCalledWith(ADDRESS);
  expect(seen.copied).toEqual([]);
});

test("without it the selected text is copied by command, and the focus is where it was", async () => {
  const seen = page(true);
  vi.stubGlobal("navigator", {});

  expect(await copyText(ADDRESS)).toBe(true);
  expect(seen).toEqual({ selected: "", copied: [`copy ${ADDRESS}`], shown: [], focus: 1 });
});

test("text that no way copies is shown and selected", async () => {
  const seen = page(false);
  vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.reject(new Error("denied")) } });

  expect(await copyText(ADDRESS)).toBe(false);
  expect(seen).toMatchObject({ selected: ADDRESS, copied: [], shown: ["dialog"] });
});
