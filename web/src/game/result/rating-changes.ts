/**
 * `<tantrix-rating-changes>`: the figures of a finished game: how it changed the ratings, and its tournament points.
 * `<tantrix-best-score>`: that the reader's score is their best of the week, of the month, or of all.
 */
import { html, nothing, type TemplateResult } from "lit";
import type { GameRatings, SeatRating } from "../../generated/protocol";
import { fetchData } from "../../page/data";
import { decimal, t } from "../../page/i18n";
import { LightElement } from "../../page/light-element";
import { swatch } from "../../page/players/swatch";
import { isAlone, mySeats } from "../../table/actions";
import type { TableState } from "../../table/state";

/** What both elements ask the server, once unless it fails. */
let asked: Promise<GameRatings | null> | null = null;

class RatedElement extends LightElement {
  static override properties = { table: { attribute: false }, ratings: { state: true } };

  declare table: TableState;
  declare ratings: GameRatings | null;

  constructor() {
    super();
    this.ratings = null;
  }

  override firstUpdated(): void {
    void this.#fetch();
  }

  async #fetch(): Promise<void> {
    asked ??= fetchData<GameRatings>(`/api/games/${encodeURIComponent(this.table.game.id)}/ratings`);
    this.ratings = await asked;
    if (!this.ratings) asked = null;
  }
}

export class TantrixRatingChanges extends RatedElement {
  static override properties = { ...RatedElement.properties, isByScore: { attribute: false } };

  /** Whether the score tells the result. */
  declare isByScore: boolean;

  override render(): TemplateResult {
    return html`${this.table.game.is_rated ? this.#changes(this.ratings?.seats ?? []) : nothing}${this.#points()}`;
  }

  #changes(seats: readonly SeatRating[]): TemplateResult {
    if (seats.length === 0) return this.#rowsToCome();
    return html`<ul class="rating-changes" aria-label=${t("Ratings after this game")}>
      ${seats.map((seat) => this.#row(seat))}
    </ul>`;
  }

  /** Keep the place of the rows until they are there. */
  #rowsToCome(): TemplateResult {
    return html`<ul class="rating-changes to-come" aria-hidden="true">${this.table.game.seats.map(
      ({ colour, name }) =>
        html`<li><span>${swatch(colour)} ${name}</span> <b>0000</b> <span class="rating-change">+00</span></li>`,
    )}</ul>`;
  }

  #row(seat: SeatRating): TemplateResult {
    const { url, name } = seat.player;
    const colour = this.table.game.seats[seat.seat]?.colour;
    return html`<li><span>${colour ? swatch(colour) : nothing}
      ${url ? html`<a href=${url}><bdi>${name}</bdi></a>` : html`<bdi>${name}</bdi>`}</span>
      <b>${seat.after}</b> ${seat.is_counted ? change(seat) : html`<span class="quiet">${t("not counted")}</span>`}
    </li>`;
  }

  /** Render the tournament points: of the reader if they played one seat, else of all. */
  #points(): TemplateResult | typeof nothing {
    const { clock, game } = this.table;
    const points = clock?.view.points;
    if (!points || !this.isByScore) return nothing;
    const seats = isAlone(this.table) ? mySeats(this.table) : game.seats;
    return html`<p class="result-points"><span class="strip-label">${t("Tournament points")}</span>
      ${seats.map(({ seat, name }) => html`<span>${seats.length > 1 ? name : nothing} <b>${decimal(points[seat] ?? 0)}</b></span>`)}</p>`;
  }
}

class TantrixBestScore extends RatedElement {
  override render(): TemplateResult | typeof nothing {
    const [me] = mySeats(this.table);
    const n = this.table.position.outcome?.scores[me?.seat ?? 0] ?? 0;
    const words = {
      all: t("{n} is your best score ever.", { n }),
      month: t("{n} is your best score this month.", { n }),
      week: t("{n} is your best score this week.", { n }),
    };
    const bestOf = this.ratings?.best_of;
    return bestOf ? html`<b>${words[bestOf]}</b>` : nothing;
  }
}

function change({ before, after }: SeatRating): TemplateResult {
  const won = after - before;
  const sign = won > 0 ? "+" : won < 0 ? "−" : "±";
  const way = won > 0 ? "gained" : won < 0 ? "lost" : "same";
  return html`<span class="rating-change ${way}">${sign}${Math.abs(won)}</span>`;
}

customElements.define("tantrix-rating-changes", TantrixRatingChanges);
customElements.define("tantrix-best-score", TantrixBestScore);
