/** The list of a page's keys, in a dialog that "?" opens. */
import { html, render, type TemplateResult } from "lit";
import { dialog } from "./dialog";
import { t } from "./i18n";

/** Keys and what they do. */
export type KeyRow = readonly [keys: readonly string[], action: string];

/** Return the keys of a game's table, with the one for the chat if there is a chat. */
export function gameKeys(hasChat: boolean): KeyRow[] {
  const chatRow: KeyRow = [["C"], t("write to the others at the table; Esc leads back to the board")];
  return [
    [["1", "…", "6"], t("take up a tile of the rack")],
    [["N", "Shift+N"], t("next and previous space where it may be placed")],
    [["←", "→", "↑", "↓"], t("go from cell to cell; with Shift, move the board")],
    [["R", "Shift+R"], t("turn the tile")],
    [["Enter"], t("place the tile, and confirm it")],
    [["Esc"], t("take it back")],
    ...viewKeys(),
    [["Home", "[", "]", "End"], t("replay: first, back, forward, last")],
    [["←", "→"], t("replay: back, forward, while no cell of the board has the focus")],
    ...(hasChat ? [chatRow] : []),
  ];
}

/** Return the keys of a puzzle's table; the tiles of a stack cannot be moved once laid. */
export function puzzleKeys(isStack: boolean): KeyRow[] {
  const ofPieces: KeyRow[] = [
    [["Enter"], t("place the tile; on a tile of the table, take it up")],
    [["Delete"], t("put the tile back into the tray")],
    [["G"], t("move joined tiles together, or one alone")],
  ];
  return [
    [["1", "…", "6"], t("take up a tile of the tray")],
    [["←", "→", "↑", "↓"], t("go from cell to cell; with Shift, move the board")],
    [["R", "Shift+R"], t("turn the tile")],
    ...(isStack ? [[["Enter"], t("place the tile")] as const] : ofPieces),
    [["Esc"], t("let go of the tile")],
    [["U", "Ctrl+Z"], t("undo")],
    [["Shift+U", "Ctrl+Y"], t("redo")],
    ...viewKeys(),
    [["Home", "[", "]", "End"], t("once it is solved, its solutions: first, back, forward, last")],
  ];
}

/** Return the keys of a rush. */
export function rushKeys(): KeyRow[] {
  return [
    [[t("Space bar")], t("flip a tile from your stock")],
    [["1", "…", "9"], t("take up a penalty tile; after a Gobble, give a tile to that player")],
    [["N", "Shift+N"], t("next and previous space")],
    [["←", "→", "↑", "↓"], t("go from cell to cell; with Shift, move the board")],
    [["R", "Shift+R"], t("turn the tile")],
    [["Enter"], t("place the tile")],
    [["X"], t("put the flipped tile aside")],
    [["T"], t("hear how many tiles everyone has left")],
    [["Esc"], t("let go of the tile")],
    ...viewKeys(),
  ];
}

/** Open the dialog. */
export function showKeys(rows: readonly KeyRow[]): void {
  const holder = document.createElement("div");
  render(
    dialog("keys", t("Keys"), table([...rows, [["?"], t("these keys")]]), () =>
      holder.querySelector("dialog")?.close(),
    ),
    holder,
  );
  document.body.append(holder);
  const opened = holder.querySelector("dialog");
  opened?.addEventListener("close", () => holder.remove());
  opened?.showModal();
}

function viewKeys(): KeyRow[] {
  return [[["+", "-", "0"], t("zoom in, zoom out, show all")]];
}

function table(rows: readonly KeyRow[]): TemplateResult {
  return html`<table class="keys">
    <thead><tr><th scope="col">${t("Key")}</th><th scope="col">${t("What it does")}</th></tr></thead>
    <tbody>${rows.map(
      ([keys, action]) =>
        html`<tr><td>${keys.map((key) => (key === "…" ? html`… ` : html`<kbd>${key}</kbd> `))}</td><td>${action}</td></tr>`,
    )}</tbody>
  </table>`;
}
