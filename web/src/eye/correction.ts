/** The panel of one tile: what it may be, as pictures, and what else the user can say of it. */
import { html, nothing, type TemplateResult } from "lit";
import { NO_TILE } from "../generated/eye-layout";
import { t } from "../page/i18n";
import { icon } from "../page/icons";
import { tileText } from "../tiles/text";
import type { Photograph } from "./photograph";
import { asItLies, cutOut } from "./picture";
import { type Mark, markOf, placeAt, readingNumber, type Scan, tileAsRead } from "./state";

const N_OFFERED = 5;
const LAST_TILE = 56;

/** Render the choices for a tile; `say` fixes its reading, `done` closes them. */
export function correction(
  photo: Photograph,
  scan: Scan,
  place: number,
  say: (reading: number) => void,
  done: () => void,
): TemplateResult {
  const leave = (event: KeyboardEvent) => {
    if (event.key === "Escape") done();
  };
  const { seen, decided } = placeAt(scan, place);
  const [now] = decided.readings;
  const turned = now ? readingNumber(now.tile, (now.rotation + 1) % 6) : NO_TILE;
  return html`<section class="scan-correction" aria-label=${t("Correct a tile")} @keydown=${leave}>
    <div class="scan-asked">${cutOut(photo, seen)}<h3 tabindex="-1">${t("Which tile is it?")}</h3></div>
    <div class="scan-readings">
      ${decided.readings.slice(0, N_OFFERED).map(
        ({ tile, rotation }) =>
          html`<button type="button" aria-label=${tileText(tile, rotation)} aria-pressed=${String(now?.tile === tile && now.rotation === rotation)}
            @click=${() => say(readingNumber(tile, rotation))}>${asItLies(seen, tile, rotation)}</button>`,
      )}
    </div>
    <div class="scan-tools">
      <button type="button" @click=${() => say(turned)}>${icon("turn")} ${t("Turn")}</button>
      <button type="button" @click=${() => say(NO_TILE)}>${icon("close")} ${t("Not a tile")}</button>
      <label>${t("Number on its back")}
        <input type="number" min="1" max=${LAST_TILE} .value=${String(now?.tile ?? "")}
          @change=${(event: Event) => numbered(event, now?.rotation ?? 0, say)}></label>
      <button type="button" @click=${done}>${t("Done")}</button>
    </div>
  </section>`;
}

function numbered(event: Event, rotation: number, say: (reading: number) => void): void {
  const tile = (event.target as HTMLInputElement).valueAsNumber;
  if (Number.isInteger(tile) && tile >= 1 && tile <= LAST_TILE) say(readingNumber(tile, rotation));
}

/** Render all tiles as a list for keyboards and screen readers, those to check first and those cut off last. */
export function tileList(
  scan: Scan,
  places: readonly number[],
  chosen: number | null,
  choose: (place: number) => void,
): TemplateResult | typeof nothing {
  if (!places.length) return nothing;
  return html`<ol class="scan-list">${places.map((place) => {
    const { tile, rotation } = tileAsRead(scan, place);
    const mark = markOf(scan, place) ?? "cut";
    return html`<li><button type="button" data-place=${place} class=${mark} aria-pressed=${String(place === chosen)}
      @click=${() => choose(place)}>${asItLies(placeAt(scan, place).seen, tile, rotation)}<span>${LISTED[mark](tileText(tile, rotation))}</span></button></li>`;
  })}</ol>`;
}

/** How a tile is listed. */
const LISTED: Record<Mark, (tile: string) => string> = {
  sure: (tile) => tile,
  doubtful: (tile) => t("To check: {tile}", { tile }),
  cut: (tile) => t("Partly visible, not counted: {tile}", { tile }),
};
