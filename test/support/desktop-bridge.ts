import type { Page } from "playwright-core";
import type { DesktopChange, DesktopState } from "../../renderer/lib/desktop.ts";

export interface DesktopBridge {
  /** What the shell answers when it is read, and after each change with the change in it. */
  state: DesktopState;
  /** What the page wanted of the shell, in order. */
  readonly asked: (DesktopChange | "updates")[];
}

/** What the shell's preload gives the board (main/preload.ts), from the functions that the test lends the page. */
const preload = `globalThis.signalbox = {
  shell: "electron",
  platform: "linux",
  version: "1.0.0",
  desktop: {
    read: () => shellRead(),
    change: (wanted) => shellChange(wanted),
    checkForUpdates: () => shellChecksForUpdates(),
    onOpen: () => () => {},
    onPrompt: () => () => {},
  },
}`;

/** Makes the page a window of the app from its next load on. The shell does what it is asked and says nothing by itself. */
export async function placeInShell(page: Page): Promise<DesktopBridge> {
  const bridge: DesktopBridge = {
    state: { shortcut: null, opensAtLogin: false, checksForUpdates: true, problem: null },
    asked: [],
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
