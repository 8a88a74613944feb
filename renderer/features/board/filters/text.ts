import type { Genesis, SessionViewName } from "../../../../server/domains/sessions/sessions/model.ts";

/** The words of the board's filters. */
export const text = {
  views: {
    user: "For you",
    ranked: "Ranked",
    last_touched: "Last touched",
    created_desc: "Newest",
  } satisfies Readonly<Record<SessionViewName, string>>,
  origins: {
    web_ui: "The board",
    chat: "A chat",
    code_host_issue: "An issue",
    code_host_label: "A label",
    schedule: "A schedule",
    ao_event: "Another session",
    api: "The API",
    unknown: "Unknown",
  } satisfies Readonly<Record<Genesis, string>>,
  chips: {
    root: (name: string) => `Root ${name}`,
    origin: (origin: string) => `From: ${origin}`,
    offBoard: "Snoozed and hidden",
    withOffBoard: "With snoozed and hidden",
    favorites: "Favorites",
  },
  panel: {
    title: "Filters",
    active: (count: number) => `Filters, ${count} active`,
    status: "Status",
    attention: "Waits for",
    class: "Class",
    allClasses: "All",
    offBoard: "Snoozed and hidden",
    without: "Hide",
    only: (count: number) => (count === 0 ? "Only" : `Only (${count})`),
    with: "Show",
    runtime: "Runtime",
    anyRuntime: "Any runtime",
    root: "Agent root",
    anyRoot: "Any root",
    origin: "Origin",
    anyOrigin: "Any origin",
    favorites: "Favorites only",
    clear: "Clear filters",
  },
};
