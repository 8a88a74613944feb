import type {
  Genesis,
  Session,
  SessionViewName,
} from "../../../../server/domains/sessions/sessions/model.ts";
import { rootOf, runtimeLabel } from "../../sessions/session-fields.ts";
import { text as sessionText } from "../../sessions/text.ts";
import { type BoardSearch, chosenStatuses, type FilterName } from "./board-search.ts";

export const viewLabels: Record<SessionViewName, string> = {
  user: "For you",
  ranked: "Ranked",
  last_touched: "Last touched",
  created_desc: "Newest",
};

export const originLabels: Record<Genesis, string> = {
  web_ui: "The board",
  chat: "A chat",
  code_host_issue: "An issue",
  code_host_label: "A label",
  schedule: "A schedule",
  ao_event: "Another session",
  api: "The API",
  unknown: "Unknown",
};

const statusWords = (search: BoardSearch): string =>
  chosenStatuses(search)
    .map((status) => sessionText.statuses[status])
    .join(", ");

/** What a filter says in its chip, once it is set. */
export const filterText: Record<FilterName, (search: BoardSearch) => string> = {
  status: statusWords,
  class: ({ class: name }) => (name === undefined ? "" : sessionText.classes[name]),
  runtime: ({ runtime = "" }) => runtimeLabel(runtime),
  root: ({ root = "" }) => `Root ${root}`,
  origin: ({ origin = "unknown" }) => `From: ${originLabels[origin]}`,
  board: ({ board }) => (board === "off" ? "Snoozed and hidden" : "With snoozed and hidden"),
  favourites: () => "Favorites",
};

/** What occurs among the sessions, and what is chosen though it does not. */
const occurring = (names: readonly (string | null)[], chosen: string | undefined): string[] =>
  [...new Set([...names, chosen])].filter((name) => typeof name === "string").toSorted();

export const runtimeChoices = (sessions: readonly Session[], chosen: string | undefined) =>
  occurring(
    sessions.map(({ agent_runtime }) => agent_runtime),
    chosen,
  ).map((id) => ({ value: id, label: runtimeLabel(id) }));

export const rootChoices = (sessions: readonly Session[], chosen: string | undefined) =>
  occurring(sessions.map(rootOf), chosen).map((root) => ({ value: root, label: root }));
