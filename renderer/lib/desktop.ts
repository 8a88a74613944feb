import { z } from "zod/mini";

/** The settings of the desktop app, as its shell reports them (main/settings/model.ts). */
export const desktopState = z.object({
  shortcut: z.nullable(z.string()),
  talkShortcut: z.nullable(z.string()),
  opensAtLogin: z.nullable(z.boolean()),
  checksForUpdates: z.nullable(z.boolean()),
  problem: z.nullable(z.string()),
});
export type DesktopState = z.infer<typeof desktopState>;

export type DesktopChange = {
  [Key in Exclude<keyof DesktopState, "problem">]?: Exclude<DesktopState[Key], undefined>;
};

/** The API that main/preload.ts exposes to the page; undefined in a browser. */
interface DesktopBridge {
  read(): Promise<unknown>;
  change(wanted: DesktopChange): Promise<unknown>;
  checkForUpdates(): Promise<void>;
  onOpen(listener: (path: string) => void): () => void;
  onTalk(listener: () => void): () => void;
  onPrompt(listener: (text: string) => void): () => void;
}

export interface DesktopShell {
  platform: string;
  version: string;
  /** With what the page has its key bound to the window's sign-in; null where the board needs no launch link. */
  signIn: { id: string; token: string } | null;
  desktop: DesktopBridge;
}

declare global {
  interface Window {
    signalbox?: DesktopShell;
  }
}

/** The shell around this page, or null in a browser. */
export const desktopShell = (): DesktopShell | null => globalThis.window?.signalbox ?? null;
