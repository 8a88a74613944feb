import { type LogFilter, readLogFilter } from "./log-filter.ts";

/** What the middle of a session's page shows; the address says which. */
export const sessionTabs = [
  { value: "conversation", label: "Conversation" },
  { value: "changes", label: "Changes" },
  { value: "subagents", label: "Subagents" },
  { value: "artifacts", label: "Artifacts" },
] as const;

export type SessionTab = (typeof sessionTabs)[number]["value"];

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
  /** The subagent whose transcript is open: its id, or that of the call that started it. */
  agent?: string;
}

interface Beside {
  panel?: PanelChoice;
  /** The lines that the log shows; left out for all. */
  log?: LogFilter;
}

export type SessionSearch = TabSearch & Beside;

/** The address of a view of the same session: what stands beside it stays. */
export const searchForTab =
  (view: TabSearch) =>
  ({ panel, log }: Beside): SessionSearch => ({
    ...(panel !== undefined && { panel }),
    ...(log !== undefined && { log }),
    ...view,
  });

/** What of an address is understood. */
export function readSessionSearch(search: Record<string, unknown>): SessionSearch {
  const [panel, log] = [readPanel(search["panel"]), readLogFilter(search["log"])];
  return searchForTab(readTab(search))({ ...(panel && { panel }), ...(log && { log }) });
}

/** An id alone reads as a number. */
function readTab({ tab, agent }: Record<string, unknown>): TabSearch {
  if (tab === "changes" || tab === "artifacts") return { tab };
  if (tab !== "subagents") return {};
  const named = typeof agent === "string" || typeof agent === "number";
  return named && agent !== "" ? { tab, agent: String(agent) } : { tab };
}
