import { create } from "zustand";
import { readStored, storageKeys, writeStored } from "../../../lib/storage-keys.ts";

export type Theme = "system" | "light" | "dark";
export type Density = "compact" | "comfortable" | "spacious";
export type TextSize = "small" | "normal" | "large" | "larger";

export interface Appearance {
  theme: Theme;
  density: Density;
  textSize: TextSize;
}

export const useAppearance = create<Appearance>()(() => ({
  theme: readStored(storageKeys.theme),
  density: readStored(storageKeys.density),
  textSize: readStored(storageKeys.textSize),
}));

const order: readonly Theme[] = ["system", "light", "dark"];

export const nextTheme = (theme: Theme): Theme =>
  order[(order.indexOf(theme) + 1) % order.length] ?? "system";

/** The attributes of the root element, which the tokens use. Default values set none. */
export const marksOf = ({ theme, density, textSize }: Appearance) => ({
  theme: theme === "system" ? null : theme,
  density: density === "comfortable" ? null : density,
  textSize: textSize === "normal" ? null : textSize,
});

/** Applies the settings of this browser to the page. */
export function showAppearance(appearance: Appearance = useAppearance.getState()): void {
  const { dataset } = document.documentElement;
  for (const [name, value] of Object.entries(marksOf(appearance))) {
    if (value === null) delete dataset[name];
    else dataset[name] = value;
  }
}

/** Changes some settings and stores them. */
export function chooseAppearance(change: Partial<Appearance>): void {
  useAppearance.setState(change);
  const now = useAppearance.getState();
  writeStored(storageKeys.theme, now.theme);
  writeStored(storageKeys.density, now.density);
  writeStored(storageKeys.textSize, now.textSize);
  showAppearance(now);
}
