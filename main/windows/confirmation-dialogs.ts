import type { BaseWindow } from "electron";
import type { Logger } from "pino";
import type { Service } from "../../server/index.ts";
import type { Started } from "../boot/phases.ts";
import type { Host } from "../host.ts";
import { text } from "../text.ts";

/** An act that a person has to confirm outside the page. */
type Question = Parameters<Parameters<Service["onConfirmation"]>[0]>[0];

export interface ConfirmationDialogDeps {
  service: Pick<Service, "onConfirmation" | "settleConfirmation">;
  log: Logger;
  /** Brings the window to the front and returns it; null while there is none. */
  bringWindowToFront(): BaseWindow | null;
}

/** Asks in dialogs, one at a time, to confirm what the board wants confirmed. No page can press their buttons. */
export function openConfirmationDialogs(
  { electron: { dialog } }: Host,
  { service, log, bringWindowToFront }: ConfirmationDialogDeps,
): Started<null> {
  const end = new AbortController();
  let last = Promise.resolve();

  async function ask({ id, words, from, over }: Question): Promise<void> {
    const signal = AbortSignal.any([over, end.signal]);
    if (signal.aborted) return;
    const { buttons, detail } = text.confirmation;
    const options = {
      type: "warning" as const,
      message: text.confirmation.message(words),
      detail: detail(id, from),
      buttons,
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal,
    };
    const window = bringWindowToFront();
    const { response } = await (window
      ? dialog.showMessageBox(window, options)
      : dialog.showMessageBox(options));
    // An aborted dialog closes like one that was canceled, but nobody answered it.
    if (!signal.aborted) service.settleConfirmation(id, response === 1 ? "confirmed" : "denied");
  }

  const stop = service.onConfirmation(
    (question) => {
      last = last
        .then(() => ask(question))
        .catch((err) => log.error({ err }, "The dialog of a confirmation could not be shown"));
    },
    { dialog: true },
  );
  return {
    value: null,
    undo() {
      stop();
      end.abort();
    },
  };
}
