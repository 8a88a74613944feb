import type { MenuItemConstructorOptions } from "electron";
import type { ServiceStatus } from "../../server/index.ts";

export interface TrayActions {
  /** Opens `path` of the board, or the board where it is. */
  open(path?: string): void;
  newFromClipboard(): void;
  openInBrowser(): void;
  pauseAll(): void;
  resumeAll(): void;
  quit(): void;
}

const titleLimit = 60;

/** "Open" is also a menu item, since many Linux trays do not report clicks. */
export function trayMenu(status: ServiceStatus, actions: TrayActions): MenuItemConstructorOptions[] {
  const { running, needsInput, needingInput, paused } = status;
  const sessions = needingInput.map(({ id, title }) => ({
    label: itemLabel(title) || `Session ${id}`,
    click: () => actions.open(`/sessions/${id}`),
  }));
  const more = needsInput - needingInput.length;
  return [
    { label: "Open Signalbox", click: () => actions.open() },
    { label: "Open in Browser", click: () => actions.openInBrowser() },
    { type: "separator" },
    { label: "New Session", click: () => actions.open("/sessions/new") },
    { label: "New Session from Clipboard", click: () => actions.newFromClipboard() },
    { type: "separator" },
    { label: summary(status), enabled: false },
    ...sessions,
    ...(more > 0 ? [{ label: `${more} more…`, click: () => actions.open("/") }] : []),
    { type: "separator" },
    { label: "Pause All", enabled: running > 0, click: () => actions.pauseAll() },
    ...(paused > 0 ? [{ label: `Resume ${paused} Paused`, click: () => actions.resumeAll() }] : []),
    { label: "Quit Signalbox", click: () => actions.quit() },
  ];
}

/** Only counts above zero, such as `2 running, 1 needs input`. */
export function summary({ running, waiting, needsInput, failed }: ServiceStatus): string {
  const counts: [number, string][] = [
    [running, "running"],
    [waiting, "waiting"],
    [needsInput, needsInput === 1 ? "needs input" : "need input"],
    [failed, "failed"],
  ];
  const parts = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return parts.length === 0 ? "No active sessions" : parts.join(", ");
}

/** One line of limited length. A single ampersand would mark an access key. */
function itemLabel(title: string): string {
  const line = title.replace(/\s+/g, " ").trim();
  const short = line.length > titleLimit ? `${line.slice(0, titleLimit - 1).trimEnd()}…` : line;
  return short.replaceAll("&", "&&");
}
