import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import { rootOf, runtimeLabel } from "../../sessions/session-fields.ts";
import { text as sessionText } from "../../sessions/text.ts";
import { type BoardSearch, chosenAttention, chosenStatuses, type FilterName } from "./board-search.ts";
import { text } from "./text.ts";

const statusLabels = (search: BoardSearch): string =>
  chosenStatuses(search)
    .map((status) => sessionText.statuses[status])
    .join(", ");

/** The chip of each active filter. */
export const filterLabels: Record<FilterName, (search: BoardSearch) => string> = {
  status: statusLabels,
  attention: (search) =>
    chosenAttention(search)
      .map((kind) => sessionText.attention[kind])
      .join(", "),
  class: ({ class: name }) => (name === undefined ? "" : sessionText.classes[name]),
  runtime: ({ runtime = "" }) => runtimeLabel(runtime),
  root: ({ root = "" }) => text.chips.root(root),
  origin: ({ origin = "unknown" }) => text.chips.origin(text.origins[origin]),
  board: ({ board }) => (board === "off" ? text.chips.offBoard : text.chips.withOffBoard),
  favourites: () => text.chips.favorites,
};

/** The values that occur among the sessions, and the chosen one even if it does not. */
const occurring = (names: readonly (string | null)[], chosen: string | undefined): string[] =>
  [...new Set([...names, chosen])].filter((name) => typeof name === "string").toSorted();

export const runtimeChoices = (sessions: readonly Session[], chosen: string | undefined) =>
  occurring(
    sessions.map(({ agent_runtime }) => agent_runtime),
    chosen,
  ).map((id) => ({ value: id, label: runtimeLabel(id) }));

export const rootChoices = (sessions: readonly Session[], chosen: string | undefined) =>
  occurring(sessions.map(rootOf), chosen).map((root) => ({ value: root, label: root }));
