import type { PanelChoice } from "./view-model.ts";

/** What the middle of a session's page shows; the address says which. */
export const sessionTabs = [
  { value: "conversation", label: "Conversation" },
  { value: "changes", label: "Changes" },
  { value: "subagents", label: "Subagents" },
  { value: "artifacts", label: "Artifacts" },
] as const;

export type SessionTab = (typeof sessionTabs)[number]["value"];

export interface TabSearch {
  /** Left out for the conversation. */
  tab?: Exclude<SessionTab, "conversation">;
  /** The subagent whose transcript is open: its id, or that of the call that started it. */
  agent?: string;
}

/** The address of a view of the same session: what stands beside it stays. */
export const viewSearch =
  (view: TabSearch) =>
  ({ panel }: { panel?: PanelChoice }): { panel?: PanelChoice } & TabSearch => ({
    ...(panel !== undefined && { panel }),
    ...view,
  });

/** What of an address is understood; an id alone reads as a number. */
export function readTabSearch({ tab, agent }: Record<string, unknown>): TabSearch {
  if (tab === "changes" || tab === "artifacts") return { tab };
  if (tab !== "subagents") return {};
  const named = typeof agent === "string" || typeof agent === "number";
  return named && agent !== "" ? { tab, agent: String(agent) } : { tab };
}
