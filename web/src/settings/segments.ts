/** A field with up to five choices: radio buttons in a row. */
import { html, type TemplateResult } from "lit";

export type Segment = readonly [value: string, label: string | TemplateResult];

export function segments(
  name: string,
  label: string,
  choices: readonly Segment[],
  chosen: string,
  change?: (value: string) => void,
  className = "segmented",
): TemplateResult {
  return html`<fieldset class=${className}><legend>${label}</legend><div class="segments">${choices.map(
    ([value, text]) =>
      html`<label class="choice"><input type="radio" name=${name} value=${value} .checked=${value === chosen} @change=${() => change?.(value)}><span>${text}</span></label>`,
  )}</div></fieldset>`;
}
