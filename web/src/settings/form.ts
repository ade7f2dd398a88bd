/** The settings form, in a dialog over any table and on its own page. */
import { html, nothing, type TemplateResult } from "lit";
import { type Close, dialog } from "../page/dialog";
import { t } from "../page/i18n";
import { swatch } from "../page/players/swatch";
import { play } from "../page/sounds";
import type { Settings } from "./preferences";
import { type Segment, segments } from "./segments";
import { bringTipsBack, hasReadTips } from "./tips";

type SettingChange = (settings: Settings) => void;
type OnOff = { [Name in keyof Settings]: "on" extends Settings[Name] ? Name : never }[keyof Settings];

const COLOURS = ["R", "Y", "G", "B"] as const;

interface LanguageOption {
  code: string;
  name: string;
}

/** Render the dialog of the settings, with those of a page first. */
export function settingsDialog(
  settings: Settings,
  change: SettingChange,
  close: Close,
  ofPage: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  return dialog("settings", t("Settings"), html`${ofPage}${settingsBody(settings, change)}`, close);
}

/** Render all settings: those stored in the browser, and the language, which the server stores. */
function settingsBody(settings: Settings, change: SettingChange): TemplateResult {
  const languages = JSON.parse(document.getElementById("languages")?.textContent ?? "[]") as LanguageOption[];
  return html`${settingsForm(settings, change)}${languageForm(languages, location.pathname + location.search)}`;
}

/** Render the form; each change is applied at once. */
export function settingsForm(settings: Settings, change: SettingChange): TemplateResult {
  return html`${looks(settings, change)}${behaviourFields(settings, change)}${sounds(settings, change)}`;
}

function looks(settings: Settings, change: SettingChange): TemplateResult {
  const systemOption: Segment = ["auto", t("System")];
  return html`<fieldset class="settings"><legend>${t("Appearance")}</legend>
    ${row(settings, change, "theme", t("Page"), [systemOption, ["light", t("Light")], ["dark", t("Dark")]])}
    ${row(settings, change, "text", t("Text size"), [
      ["normal", t("Normal")],
      ["large", t("Large")],
      ["larger", t("Larger")],
    ])}
    ${row(settings, change, "tiles", t("Tiles"), [
      ["black", t("Black")],
      ["light", t("White")],
    ])}
    ${palettes(settings, change)}
    ${row(settings, change, "line", t("Line on the tiles"), [
      ["thin", t("Thin")],
      ["normal", t("Normal")],
      ["thick", t("Thick")],
    ])}
    ${row(settings, change, "motion", t("Motion"), [systemOption, ["reduce", t("None")]])}
    ${toggle(settings, change, "marks", t("Letters on the lines"))}
    ${toggle(settings, change, "numbers", t("Numbers on the tiles"))}
  </fieldset>`;
}

/** Render the choice of the four colours, each as it looks on the chosen tiles. */
function palettes(settings: Settings, change: SettingChange): TemplateResult {
  const shown = (palette: Settings["palette"], label: string): Segment => [
    palette,
    html`<i class="palette" data-palette=${palette} data-tiles=${settings.tiles}>${COLOURS.map(swatch)}</i>${label}`,
  ];
  return row(
    settings,
    change,
    "palette",
    t("Colours"),
    [
      shown("classic", t("Classic")),
      shown("apart", t("Colour-blind safe, bright")),
      shown("deep", t("Colour-blind safe, strong")),
      shown("soft", t("Soft")),
    ],
    "palettes",
  );
}

function behaviourFields(settings: Settings, change: SettingChange): TemplateResult {
  return html`<fieldset class="settings"><legend>${t("At the table")}</legend>
    ${row(settings, change, "confirm", t("Confirm each placement"), [
      ["auto", t("On touch screens")],
      ["on", t("On")],
      ["off", t("Off")],
    ])}
    ${toggle(settings, change, "letters", t("Single-letter shortcuts"))}
    ${toggle(settings, change, "unseen", t("In review, count unseen tiles that fit"))}
    ${toggle(settings, change, "forced", t("Place forced tiles automatically when there is only one choice"))}
    ${toggle(settings, change, "next", t("After a turn in a correspondence game, go to the next one"))}
    <p class="setting"><span>${t("Tips in a game against the computer")}</span><button type="button" class="tips-back" ?disabled=${!hasReadTips()} @click=${(
      event: Event,
    ) => {
      bringTipsBack();
      (event.currentTarget as HTMLButtonElement).disabled = true;
    }}>${t("Show again")}</button></p>
  </fieldset>`;
}

function sounds(settings: Settings, change: SettingChange): TemplateResult {
  return html`<fieldset class="settings"><legend>${t("Sounds and chat")}</legend>
    ${toggle(settings, change, "sound", t("Sounds"))}
    ${volumeRow(settings, change)}
    ${row(settings, change, "chat", t("Chat at the table"), [
      ["on", t("On")],
      ["quiet", t("Silent")],
      ["off", t("Off")],
    ])}
  </fieldset>`;
}

/** Render a setting with several options. */
function row(
  settings: Settings,
  change: SettingChange,
  name: keyof Settings,
  label: string,
  choices: readonly Segment[],
  className = "",
): TemplateResult {
  const choose = (value: string) => change({ ...settings, [name]: value });
  return segments(name, label, choices, settings[name], choose, `setting segmented ${className}`);
}

/** Render a switch. */
function toggle(settings: Settings, change: SettingChange, name: OnOff, label: string): TemplateResult {
  return html`<label class="setting switched"><span>${label}</span>
    <input type="checkbox" role="switch" name=${name} .checked=${settings[name] === "on"}
      @change=${(event: Event) => change({ ...settings, [name]: (event.target as HTMLInputElement).checked ? "on" : "off" })}>
  </label>`;
}

function volumeRow(settings: Settings, change: SettingChange): TemplateResult {
  return html`<label class="setting"><span>${t("Volume")}</span>
    <input type="range" name="volume" min="0" max="100" step="10" .value=${settings.volume} ?disabled=${settings.sound === "off"}
      @change=${(event: Event) => {
        change({ ...settings, volume: (event.target as HTMLInputElement).value });
        play("turn");
      }}>
  </label>`;
}

/** Render the choice of language, a form that the server handles. */
function languageForm(languages: readonly LanguageOption[], path: string): TemplateResult {
  return html`<form class="setting" method="post" action="/settings">
    <label for="language">${t("Language")}</label>
    <input type="hidden" name="next" value=${path}>
    <span class="setting-field"><select id="language" name="language">${languages.map(
      ({ code, name }) =>
        html`<option value=${code} lang=${code} ?selected=${code === document.documentElement.lang}>${name}</option>`,
    )}</select>
    <button type="submit">${t("Change")}</button></span>
  </form>`;
}
