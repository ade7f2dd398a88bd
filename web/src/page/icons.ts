/** Icons for buttons: symbols of `built/icons.svg`, by the names in `icons.json`. */
import { html, type TemplateResult } from "lit";
import type names from "../../icons.json";

export type IconName = keyof typeof names;

export function icon(name: IconName): TemplateResult {
  const sheet = document.documentElement.dataset.icons ?? "";
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="${sheet}#${name}"></use></svg>`;
}
