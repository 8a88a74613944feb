import { create } from "zustand";
import { readStored, storageKeys, writeStored } from "../lib/storage-keys.ts";

export type Theme = "system" | "light" | "dark";

const order: readonly Theme[] = ["system", "light", "dark"];

export const nextTheme = (theme: Theme): Theme =>
  order[(order.indexOf(theme) + 1) % order.length] ?? "system";

export const useTheme = create<{ theme: Theme }>()(() => ({ theme: readStored(storageKeys.theme) }));

/** The tokens follow the system unless the page says otherwise. */
export function showTheme({ theme }: { theme: Theme } = useTheme.getState()): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

export function chooseTheme(theme: Theme): void {
  useTheme.setState({ theme });
  writeStored(storageKeys.theme, theme);
  showTheme();
}
