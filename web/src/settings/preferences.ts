/**
 * Settings, stored as preferences `setting/…`. Each is also an attribute `data-…` of the root element, for CSS.
 */
import { PREFERENCES_UPDATED, preferencesUnder, savePreference } from "../page/preferences/store";

export interface Settings {
  theme: "auto" | "light" | "dark";
  text: "normal" | "large" | "larger";
  tiles: "black" | "light";
  palette: "classic" | "apart" | "deep" | "soft";
  line: "thin" | "normal" | "thick";
  marks: "off" | "on";
  numbers: "off" | "on";
  confirm: "auto" | "on" | "off";
  motion: "auto" | "reduce";
  letters: "on" | "off";
  unseen: "off" | "on";
  /** Whether the only possible forced placement is made automatically. */
  forced: "off" | "on";
  /** Whether, after a turn in a correspondence game, the next one that waits opens. */
  next: "on" | "off";
  sound: "on" | "off";
  /** `quiet`: messages arrive without a sound or a counter. */
  chat: "on" | "quiet" | "off";
  /** 0 to 100. */
  volume: string;
}

export const DEFAULTS: Settings = {
  theme: "auto",
  text: "normal",
  tiles: "black",
  palette: "classic",
  line: "normal",
  marks: "off",
  numbers: "off",
  confirm: "auto",
  motion: "auto",
  letters: "on",
  unseen: "on",
  forced: "off",
  next: "on",
  sound: "on",
  chat: "on",
  volume: "60",
};

const PREFIX = "setting/";

/** Load the settings; what is missing or unreadable has its default. */
export function loadSettings(): Settings {
  return { ...DEFAULTS, ...(preferencesUnder(PREFIX) as Partial<Settings>) };
}

/** Store the settings, where the browser allows it, and apply them. */
export function saveSettings(settings: Settings): void {
  showSettings(settings);
  const before = loadSettings();
  for (const name of Object.keys(DEFAULTS) as (keyof Settings)[])
    if (settings[name] !== before[name]) savePreference(PREFIX + name, settings[name]);
}

/** Apply the settings that come from the account or another tab while the page is open. */
export function followSettings(show: (settings: Settings) => void, signal?: AbortSignal): void {
  const update = () => {
    const settings = loadSettings();
    showSettings(settings);
    show(settings);
  };
  document.addEventListener(PREFERENCES_UPDATED, update, signal ? { signal } : {});
}

export function showSettings(settings: Settings): void {
  Object.assign(document.documentElement.dataset, settings);
}

/** Return whether placements must be confirmed: by default on touch screens. */
export function mustConfirm(settings: Settings): boolean {
  return settings.confirm === "auto" ? isTouched() : settings.confirm === "on";
}

/** Return whether tiles show their numbers, so that sentences name them too. */
export function showsNumbers(): boolean {
  return globalThis.document?.documentElement?.dataset.numbers === "on";
}

/** Return whether this is a touch screen. */
export function isTouched(): boolean {
  return globalThis.matchMedia?.("(pointer: coarse)").matches ?? false;
}

export function prefersReducedMotion(settings: Settings): boolean {
  return settings.motion === "reduce" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Return the volume of sounds, 0 to 1. */
export function loudness(settings: Pick<Settings, "sound" | "volume">): number {
  const percent = Number(settings.volume);
  return settings.sound === "off" || !Number.isFinite(percent) ? 0 : Math.min(Math.max(percent, 0), 100) / 100;
}
