import type { MenuItemConstructorOptions } from "electron";
import type { PoolState, ServiceStatus } from "../../server/index.ts";
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
  const { running, needsInput, needingInput, paused, pools, budgetWarnings } = status;
  const budgets = budgetWarnings.map((warning) => ({
    label: itemLabel(warning),
    click: () => actions.open("/costs"),
  }));
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
    ...pools.map((pool) => ({
      label: poolLine(pool),
      click: () => actions.open(`/inference?runtime=${pool.runtime}`),
    })),
    ...budgets,
    { type: "separator" },
    { label: text.tray.pauseAll, enabled: running > 0, click: () => actions.pauseAll() },
    ...(paused !== null ? [{ label: text.tray.resume(paused), click: () => actions.resumeAll() }] : []),
    { label: text.tray.quit, click: () => actions.quit() },
  ];
}

function poolLine(pool: PoolState): string {
  return escaped(pool.serving > 0 ? text.tray.pool(pool) : text.tray.dryPool(pool.label, pool.backAt));
}

/** Only counts above zero, such as `2 running, 1 needs you`, and runtimes on which nothing can run. */
export function summary({ running, waiting, needsInput, paused, pools }: ServiceStatus): string {
  const words = text.tray;
  const counts: [number, (count: number) => string][] = [
    [running, words.running],
    [waiting, words.waiting],
    [needsInput, words.needsInput],
  ];
  const parts = [
    ...counts.filter(([count]) => count > 0).map(([count, word]) => word(count)),
    ...(paused === null ? [] : [words.paused]),
    ...pools.filter(({ serving }) => serving === 0).map(({ label, backAt }) => words.dryPool(label, backAt)),
  ];
  return parts.length === 0 ? words.idle : parts.join(", ");
}

/** One line of limited length. */
function itemLabel(title: string): string {
  const line = title.replace(/\s+/g, " ").trim();
  const short = line.length > titleLimit ? `${line.slice(0, titleLimit - 1).trimEnd()}…` : line;
  return escaped(short);
}

/** A single ampersand would mark an access key. */
const escaped = (label: string): string => label.replaceAll("&", "&&");
