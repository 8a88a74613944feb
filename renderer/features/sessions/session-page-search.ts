import { type LogFilter, readLogFilter } from "./log-filter.ts";
import { text } from "./text.ts";

const tabNames = ["conversation", "changes", "subagents", "artifacts"] as const;

export type SessionTab = (typeof tabNames)[number];

/** What the middle of a session's page shows, as the address says. */
export const sessionTabs = tabNames.map((value) => ({ value, label: text.tabs[value] }));

/** What the side panel of a session's page shows. */
const panelTabs = ["details", "setup", "history", "log"] as const;

export type PanelTab = (typeof panelTabs)[number];

/** The side panel that the address asks for; undefined opens the default for the window's width. */
export type PanelChoice = PanelTab | "none" | undefined;

const readPanel = (value: unknown): PanelChoice =>
  [...panelTabs, "none" as const].find((choice) => choice === value);

interface TabSearch {
  /** Left out for the conversation. */
  tab?: Exclude<SessionTab, "conversation">;
  /** The subagent whose transcript is open: its id, or the id of the call that started it. */
  agent?: string;
}

interface PanelSearch {
  panel?: PanelChoice;
  /** The lines that the log shows; left out if it shows all. */
  log?: LogFilter;
}

export type SessionSearch = TabSearch & PanelSearch;

/** The address of another view of the same session; the side panel stays as it is. */
export const searchForTab =
  (view: TabSearch) =>
  ({ panel, log }: PanelSearch): SessionSearch => ({
    ...(panel !== undefined && { panel }),
    ...(log !== undefined && { log }),
    ...view,
  });

/** The known parts of an address; the rest is dropped. */
export function readSessionSearch(search: Record<string, unknown>): SessionSearch {
  const [panel, log] = [readPanel(search["panel"]), readLogFilter(search["log"])];
  return searchForTab(readTab(search))({ ...(panel && { panel }), ...(log && { log }) });
}

/** The router parses an id of digits as a number. */
function readTab({ tab, agent }: Record<string, unknown>): TabSearch {
  if (tab === "changes" || tab === "artifacts") return { tab };
  if (tab !== "subagents") return {};
  const named = typeof agent === "string" || typeof agent === "number";
  return named && agent !== "" ? { tab, agent: String(agent) } : { tab };
}
