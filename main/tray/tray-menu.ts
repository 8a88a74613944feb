import type { MenuItemConstructorOptions } from "electron";
import type { ServiceStatus } from "../../server/index.ts";
import { text } from "../text.ts";

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
    label: itemLabel(title) || text.tray.unnamed(id),
    click: () => actions.open(`/sessions/${id}`),
  }));
  const more = needsInput - needingInput.length;
  return [
    { label: text.tray.open, click: () => actions.open() },
    { label: text.menu.openInBrowser, click: () => actions.openInBrowser() },
    { type: "separator" },
    { label: text.menu.newSession, click: () => actions.open("/sessions/new") },
    { label: text.menu.newFromClipboard, click: () => actions.newFromClipboard() },
    { type: "separator" },
    { label: summary(status), enabled: false },
    ...sessions,
    ...(more > 0 ? [{ label: text.tray.more(more), click: () => actions.open("/") }] : []),
    { type: "separator" },
    { label: text.tray.pauseAll, enabled: running > 0, click: () => actions.pauseAll() },
    ...(paused > 0 ? [{ label: text.tray.resume(paused), click: () => actions.resumeAll() }] : []),
    { label: text.tray.quit, click: () => actions.quit() },
  ];
}

/** Only counts above zero, such as `2 running, 1 needs you`. */
export function summary({ running, waiting, needsInput }: ServiceStatus): string {
  const words = text.tray;
  const counts: [number, (count: number) => string][] = [
    [running, words.running],
    [waiting, words.waiting],
    [needsInput, words.needsInput],
  ];
  const parts = counts.filter(([count]) => count > 0).map(([count, word]) => word(count));
  return parts.length === 0 ? words.idle : parts.join(", ");
}

/** One line of limited length. A single ampersand would mark an access key. */
function itemLabel(title: string): string {
  const line = title.replace(/\s+/g, " ").trim();
  const short = line.length > titleLimit ? `${line.slice(0, titleLimit - 1).trimEnd()}…` : line;
  return short.replaceAll("&", "&&");
}
