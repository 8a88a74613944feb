import type { IpcMainInvokeEvent } from "electron";
import type { Logger } from "pino";
import { z } from "zod";
import type { Started } from "../boot/phases.ts";
import type { Host } from "../host.ts";
import { isBoardAddress } from "../security/navigation.ts";
import type { DesktopSettings } from "./desktop-settings.ts";
import { settingsChange } from "./model.ts";

export interface BridgeDeps {
  boardUrl: string;
  settings: DesktopSettings;
  log: Logger;
  checkForUpdates(): void;
  /** The waiting prompt for a new session; returned only once. */
  takePrompt(): string | null;
  /** Called when the page has started to navigate by itself, without a reload. */
  pageNavigatesItself(): void;
}

interface Channel<T> {
  input: z.ZodType<T>;
  run(input: T): unknown;
}

const channel = <T>(entry: Channel<T>): Channel<T> => entry;
const noInput = z.undefined();

/** Everything that the board may request of the shell, with the schema of each message. */
function channels(deps: BridgeDeps) {
  return {
    "desktop:read": channel({ input: noInput, run: () => deps.settings.read() }),
    "desktop:change": channel({ input: settingsChange, run: (wanted) => deps.settings.change(wanted) }),
    "desktop:check-for-updates": channel({ input: noInput, run: () => deps.checkForUpdates() }),
    "desktop:take-prompt": channel({ input: noInput, run: () => deps.takePrompt() }),
    "desktop:follows": channel({ input: noInput, run: () => deps.pageNavigatesItself() }),
  };
}

/** Answers only the board's page in the main frame of the window. */
export function openBridge({ electron: { ipcMain } }: Host, deps: BridgeDeps): Started<null> {
  const all = Object.entries(channels(deps)) as [string, Channel<unknown>][];
  for (const [name, { input, run }] of all) {
    ipcMain.handle(name, async (event, ...[given]: unknown[]) => {
      if (!isFromBoard(event, deps.boardUrl)) {
        deps.log.warn({ channel: name }, "Refused a message from outside the board");
        throw new Error("Not allowed");
      }
      return await run(input.parse(given));
    });
  }
  return {
    value: null,
    undo() {
      for (const [name] of all) ipcMain.removeHandler(name);
    },
  };
}

/** The frame may be gone by the time its message arrives. */
export function isFromBoard(
  { senderFrame }: Pick<IpcMainInvokeEvent, "senderFrame">,
  boardUrl: string,
): boolean {
  return senderFrame !== null && senderFrame.parent === null && isBoardAddress(senderFrame.url, boardUrl);
}
