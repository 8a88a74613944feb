import type { Page } from "playwright-core";
import type { DesktopChange, DesktopState } from "../../renderer/lib/desktop.ts";

export interface DesktopBridge {
  /** The state that the shell returns, including the changes made so far. */
  state: DesktopState;
  /** The page's requests to the shell, in order. */
  readonly asked: (DesktopChange | "updates")[];
  /** Presses the system-wide shortcut for live mode. */
  pressTalk(): Promise<void>;
}

/** What the preload script gives the board (main/preload.ts), using functions that the test exposes to the page. */
const preload = `globalThis.signalbox = {
  shell: "electron",
  platform: "linux",
  version: "1.0.0",
  desktop: {
    read: () => shellRead(),
    change: (wanted) => shellChange(wanted),
    checkForUpdates: () => shellChecksForUpdates(),
    onOpen: () => () => {},
    onTalk: (listener) => {
      addEventListener("shell:talk", listener);
      return () => removeEventListener("shell:talk", listener);
    },
    onPrompt: () => () => {},
  },
}`;

/** Makes the page a window of the app from its next load on. The shell does what is requested; on its own it sends only the shortcut for live mode. */
export async function placeInShell(page: Page): Promise<DesktopBridge> {
  const bridge: DesktopBridge = {
    state: { shortcut: null, talkShortcut: null, opensAtLogin: false, checksForUpdates: true, problem: null },
    asked: [],
    pressTalk: () => page.evaluate(() => void dispatchEvent(new Event("shell:talk"))),
  };
  await page.exposeFunction("shellRead", () => bridge.state);
  await page.exposeFunction("shellChange", (wanted: DesktopChange) => {
    bridge.asked.push(wanted);
    bridge.state = { ...bridge.state, ...wanted };
    return bridge.state;
  });
  await page.exposeFunction("shellChecksForUpdates", () => void bridge.asked.push("updates"));
  await page.addInitScript(preload);
  return bridge;
}
