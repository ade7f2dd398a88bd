/**
 * `<tantrix-gobble-board>`: the table of a rush with its spaces and the player's tile over one of them.
 *
 * Events: `cell-hover` {cell}, `cell-tap` {cell}, `cell-focus` {cell}, `tile-turn` {step}. As others lay tiles all the
 * time, the view moves only when a tile would be out of view, so that nothing slips away under a finger.
 */
import { html, nothing, type PropertyValues, type SVGTemplateResult, svg } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { t } from "../page/i18n";
import { prefersReducedMotion, type Settings } from "../settings/preferences";
import { aimedCell, nearest } from "../tiles/aim";
import { at, BoardElement, FIELD, RING, seamMark } from "../tiles/board-element";
import { tileShape } from "../tiles/draw";
import { FORCED_SIDES, type LaidTile } from "../tiles/golden-rule";
import { around, type Cell, cellText, centre, isSameCell, ORIGIN, type Point } from "../tiles/hexes";
import {
  aimed,
  fittingRotationsAt,
  type HelpLevel,
  handTile,
  isFitting,
  leastSides,
  type Rush,
  unconfirmed,
  withPendingApplied,
} from "./state";
import { facingInRush, MIN_SIDES, type Space, spacesWith, tileClashes } from "./table";
import { rushCellSentence } from "./text";

const ROOM_TO_GROW = 90;

/** A tile that was laid a moment ago, with its seat. */
export interface Fresh extends Cell {
  seat: number;
}

export class TantrixGobbleBoard extends BoardElement {
  static override properties = {
    rush: { attribute: false },
    settings: { attribute: false },
    help: { attribute: false },
    inFlight: { attribute: false },
    fresh: { attribute: false },
    refused: { attribute: false },
    isIdle: { attribute: false },
  };

  declare rush: Rush;
  declare settings: Settings;
  declare help: HelpLevel;
  /** Cells whose tiles are still in flight. */
  declare inFlight: ReadonlySet<string>;
  declare fresh: readonly Fresh[];
  /** A placement that was just refused: it shakes, and crosses show where it does not fit. */
  declare refused: LaidTile | null;
  /** Whether nothing can be laid, before the start or after the end. */
  declare isIdle: boolean;

  constructor() {
    super();
    this.inFlight = new Set();
    this.fresh = [];
    this.refused = null;
    this.isIdle = false;
  }

  override firstUpdated(): void {
    super.firstUpdated();
    this.surface().addEventListener("contextmenu", (event) => this.#turnedByButton(event));
  }

  override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (!this.#stops().some((cell) => isSameCell(cell, this.cursor))) this.cursor = this.#nearest(this.cursor);
  }

  override updated(changed: PropertyValues): void {
    const before = changed.get("rush") as Rush | undefined;
    if (changed.has("rush") && before?.laid !== this.rush.laid) this.camera.keepShowing(ROOM_TO_GROW);
    super.updated(changed);
  }

  /**
   * Return the space that the tile in hand aims at with its middle at a point of the screen: the one under it, else, as
   * far as help goes, only one where it fits.
   */
  aim(clientX: number, clientY: number): Cell | null {
    const [under, tile, spaces] = [this.cellUnder(clientX, clientY), handTile(this.rush), this.#spaces()];
    const isHelped = this.help === "show" && tile !== null;
    const cells = spaces.filter((space) => !isHelped || isSameCell(space, under) || this.#takes(space, tile));
    const found = this.aimedAmong(cells, clientX, clientY);
    return found && { q: found.q, r: found.r };
  }

  override render() {
    if (!this.rush) return nothing;
    const { laid } = withPendingApplied(this.rush);
    const trusted = unconfirmed(this.rush);
    return html`
      <svg class="surface" role="group" aria-label=${t("Table")} viewBox=${this.camera.viewBox}>
        <g class="spaces">${repeat(this.#spaces(), cellText, (space) => this.#space(space))}</g>
        <g class="tiles">${repeat(laid, cellText, (one) =>
          this.#tile(
            one,
            trusted.some((other) => other.tile === one.tile),
          ),
        )}</g>
        <g class="fresh-marks">${repeat(this.fresh, cellText, mark)}</g>
        ${this.#preview()}
        ${this.refused ? this.#shaken(this.refused) : nothing}
      </svg>
      ${this.zoomButtons()}`;
  }

  #space(space: Space): SVGTemplateResult {
    const tile = handTile(this.rush);
    const isShown = this.help === "show" && tile !== null && this.#takes(space, tile);
    const names = `cell space ${space.sides >= FORCED_SIDES ? "forced" : ""} ${isShown ? "legal" : ""} ${tile === null ? "" : "aiming"}`;
    return svg`<g class=${names} transform=${at(space)} role="button" tabindex=${this.tabindex(space)}
        data-cell=${cellText(space)} data-sides=${space.sides} aria-label=${rushCellSentence(this.rush, space, this.help)}>
      <polygon class="field" points=${FIELD}></polygon>
      ${space.sides >= FORCED_SIDES ? svg`<polygon class="glow" points=${RING}></polygon>` : nothing}
      ${this.focusRing(space)}
    </g>`;
  }

  #tile(one: LaidTile, isTrusted: boolean): SVGTemplateResult {
    const name = `cell laid ${this.inFlight.has(cellText(one)) ? "in-flight" : ""} ${isTrusted ? "trusted" : ""}`;
    return svg`<g class=${name} transform=${at(one)} role="img" tabindex=${this.tabindex(one)}
        data-cell=${cellText(one)} data-tile=${one.tile} aria-label=${rushCellSentence(this.rush, one, this.help)}>
      ${tileShape(one.tile, one.rotation)}
      ${this.focusRing(one)}
    </g>`;
  }

  #preview(): SVGTemplateResult | typeof nothing {
    const placement = this.isIdle ? null : aimed(this.rush);
    if (!placement || isSameCell(placement, this.refused)) return nothing;
    const isGood = this.help === "none" || isFitting(this.rush, placement);
    return svg`<g class="preview hovering ${isGood ? "" : "blocked"}" transform=${at(placement)}>
      ${tileShape(placement.tile, placement.rotation)}<polygon class="preview-ring" points=${RING}></polygon></g>`;
  }

  /** Render the refused tile, with a cross on each edge that does not match. */
  #shaken(placement: LaidTile): SVGTemplateResult {
    const { edges } = this.rush;
    const crossed = tileClashes(edges, placement, facingInRush(edges, withPendingApplied(this.rush).laid, placement));
    return svg`<g class="shaken" transform=${at(placement)} aria-hidden="true"><g class="shake">
      ${tileShape(placement.tile, placement.rotation)}
      ${crossed.map((edge) => seamMark(edge))}
    </g></g>`;
  }

  #takes(space: Space, tile: number): boolean {
    return space.sides >= leastSides(this.rush, tile) && fittingRotationsAt(this.rush, tile, space).length > 0;
  }

  /** Return the spaces where a tile could be laid. */
  #spaces(): Space[] {
    return this.isIdle ? [] : spacesWith(this.rush.edges, withPendingApplied(this.rush).laid, MIN_SIDES);
  }

  protected cellsInView(): Cell[] {
    return withPendingApplied(this.rush).laid.flatMap((one) => [one, ...around(one)]);
  }

  /** Return the cells that can have the focus. */
  #stops(): Cell[] {
    return [...this.#spaces(), ...withPendingApplied(this.rush).laid];
  }

  /** With a tile in hand the arrow keys reach spaces only; with help, only those where it fits. */
  protected cellsToGoTo(): Cell[] {
    const tile = handTile(this.rush);
    if (tile === null || this.isIdle) return this.#stops();
    const open = this.#spaces();
    const fitting = this.help === "show" ? open.filter((space) => this.#takes(space, tile)) : open;
    return fitting.length > 0 ? fitting : open;
  }

  #nearest(cell: Cell): Cell {
    const found = nearest(this.#stops(), centre(cell));
    return found ? { q: found.q, r: found.r } : ORIGIN;
  }

  #snapped(at: Point): Cell | null {
    const found = aimedCell(this.#spaces(), this.camera.pointAt(at));
    const under = this.camera.cellAt(at);
    const isTaken = withPendingApplied(this.rush).laid.some((one) => isSameCell(one, under));
    return found && (isSameCell(found, under) || !isTaken) ? { q: found.q, r: found.r } : null;
  }

  protected isStill(): boolean {
    return prefersReducedMotion(this.settings);
  }

  protected tapped(at: Point): void {
    this.emit("cell-tap", { cell: this.#snapped(at) ?? this.camera.cellAt(at) });
  }

  protected override hovered(at: Point | null): void {
    this.emit("cell-hover", { cell: at && this.#snapped(at) });
  }

  protected wheeled(_at: Point, step: 1 | -1): boolean {
    if (this.rush.over === null) return false;
    this.emit("tile-turn", { step });
    return true;
  }

  #turnedByButton(event: Event): void {
    if (handTile(this.rush) === null) return;
    event.preventDefault();
    this.emit("tile-turn", { step: 1 });
  }
}

/** Render the number of the player who just laid a tile. */
function mark(one: Fresh): SVGTemplateResult {
  return svg`<g class="fresh-mark seat-${one.seat + 1}" transform=${at(one)} aria-hidden="true">
    <polygon points=${RING}></polygon><circle cx="0" cy="-40" r="15"></circle><text y="-34" text-anchor="middle">${one.seat + 1}</text></g>`;
}

customElements.define("tantrix-gobble-board", TantrixGobbleBoard);
