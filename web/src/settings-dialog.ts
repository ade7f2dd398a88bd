/** The form of a person's settings. */
import { html, type TemplateResult } from "lit";
import { t } from "./i18n";
import type { Settings } from "./settings";
import { play } from "./sounds";

type Choice = readonly [value: string, label: string];

interface Language {
  code: string;
  name: string;
}

/** Draw all of it: what is kept in the browser, and the language, which the server keeps. */
export function settingsBody(settings: Settings, change: (settings: Settings) => void): TemplateResult {
  const languages = JSON.parse(document.getElementById("languages")?.textContent ?? "[]") as Language[];
  return html`${settingsForm(settings, change)}${languageForm(languages, location.pathname + location.search)}`;
}

/** Draw the form; each change is told at once. */
function settingsForm(settings: Settings, change: (settings: Settings) => void): TemplateResult {
  const row = (name: keyof Settings, label: string, choices: readonly Choice[]) => html`
    <label class="setting"><span>${label}</span>
      <select name=${name} @change=${(event: Event) => change({ ...settings, [name]: (event.target as HTMLSelectElement).value })}>
        ${choices.map(([value, text]) => html`<option value=${value} ?selected=${settings[name] === value}>${text}</option>`)}
      </select>
    </label>`;
  const onOff: readonly Choice[] = [
    ["on", t("on")],
    ["off", t("off")],
  ];
  return html`
    ${row("theme", t("Page"), [
      ["auto", t("as the device")],
      ["light", t("light")],
      ["dark", t("dark")],
    ])}
    ${row("tiles", t("Tiles"), [
      ["black", t("black")],
      ["light", t("light")],
    ])}
    ${row("palette", t("Colours"), [
      ["classic", t("classic")],
      ["apart", t("apart for all eyes, bright")],
      ["deep", t("apart for all eyes, strong")],
    ])}
    ${row("marks", t("Letters on the lines"), onOff)}
    ${row("numbers", t("Numbers on the tiles"), onOff)}
    ${row("confirm", t("Confirm each placement"), [["auto", t("on touch screens")], ...onOff])}
    ${row("motion", t("Motion"), [
      ["auto", t("as the device")],
      ["reduce", t("none")],
    ])}
    ${row("letters", t("Keys of one letter"), onOff)}
    ${row("unseen", t("In review, count unseen tiles that fit"), onOff)}
    ${row("forced", t("Lay forced tiles by themselves where there is one choice"), onOff)}
    ${row("sound", t("Sounds"), onOff)}
    ${volumeRow(settings, change)}
    ${row("chat", t("Talk at the table"), [
      ["on", t("on")],
      ["quiet", t("without notice")],
      ["off", t("off")],
    ])}`;
}

function volumeRow(settings: Settings, change: (settings: Settings) => void): TemplateResult {
  return html`<label class="setting"><span>${t("Volume")}</span>
    <input type="range" name="volume" min="0" max="100" step="10" .value=${settings.volume} ?disabled=${settings.sound === "off"}
      @change=${(event: Event) => {
        change({ ...settings, volume: (event.target as HTMLInputElement).value });
        play("turn");
      }}>
  </label>`;
}

/** Draw the choice of language, a form of the server. */
function languageForm(languages: readonly Language[], path: string): TemplateResult {
  return html`<form class="setting" method="post" action="/settings">
    <label for="language">${t("Language")}</label>
    <input type="hidden" name="next" value=${path}>
    <select id="language" name="language">${languages.map(
      ({ code, name }) =>
        html`<option value=${code} lang=${code} ?selected=${code === document.documentElement.lang}>${name}</option>`,
    )}</select>
    <button type="submit">${t("Change")}</button>
  </form>`;
}
