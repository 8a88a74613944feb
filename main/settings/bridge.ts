import type { IpcMainInvokeEvent } from "electron";
import type { Logger } from "pino";
import { z } from "zod";
import type { Started } from "../boot/phases.ts";
import type { Host } from "../host.ts";
import { isBoardAddress } from "../security/navigation.ts";
import type { DesktopSettings } from "./desktop-settings.ts";
import { settingsChange } from "./model.ts";

export interface BridgeNeeds {
  boardUrl: string;
  settings: DesktopSettings;
  log: Logger;
  checkForUpdates(): void;
  /** The text a new session was asked for with; answered once. */
  takePrompt(): string | null;
  /** The page follows places by itself from now on, without being loaded anew. */
  pageFollows(): void;
}

interface Channel<T> {
  input: z.ZodType<T>;
  run(input: T): unknown;
}

const channel = <T>(entry: Channel<T>): Channel<T> => entry;
const nothing = z.undefined();

/** All that the board may ask of the shell, each with the schema of what it sends. */
function channels(needs: BridgeNeeds) {
  return {
    "desktop:read": channel({ input: nothing, run: () => needs.settings.read() }),
    "desktop:change": channel({ input: settingsChange, run: (wanted) => needs.settings.change(wanted) }),
    "desktop:check-for-updates": channel({ input: nothing, run: () => needs.checkForUpdates() }),
    "desktop:take-prompt": channel({ input: nothing, run: () => needs.takePrompt() }),
    "desktop:follows": channel({ input: nothing, run: () => needs.pageFollows() }),
  };
}

/** Answers the board's own page, in the window's main frame, and nobody else. */
export function openBridge({ electron: { ipcMain } }: Host, needs: BridgeNeeds): Started<null> {
  const all = Object.entries(channels(needs)) as [string, Channel<unknown>][];
  for (const [name, { input, run }] of all) {
    ipcMain.handle(name, async (event, ...[given]: unknown[]) => {
      if (!isFromBoard(event, needs.boardUrl)) {
        needs.log.warn({ channel: name }, "Refused a message that is not from the board");
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

/** The frame may be gone by the time its message is read. */
function isFromBoard({ senderFrame }: IpcMainInvokeEvent, boardUrl: string): boolean {
  return senderFrame !== null && senderFrame.parent === null && isBoardAddress(senderFrame.url, boardUrl);
}
