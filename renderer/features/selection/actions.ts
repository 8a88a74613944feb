import type { Session, SessionStatus } from "../../../server/domains/sessions/sessions/model.ts";
import type { VisibilityChange } from "../../../server/domains/sessions/settings/model.ts";
import type { HotkeyId } from "../../lib/hotkeys.ts";

export type ActionId =
  | "archive"
  | "unarchive"
  | "favorite"
  | "unfavorite"
  | "snooze"
  | "hide"
  | "show"
  | "pause"
  | "restart"
  | "sleep"
  | "refresh"
  | "priority"
  | "spot"
  | "delete";

export interface Action {
  id: ActionId;
  label: string;
  /** What was done, before the name or the number of the sessions. */
  doneText: string;
  hotkey?: HotkeyId;
  dangerous?: boolean;
  /** Whether the service would let it be done, and it would change something. */
  isAvailable(session: Session): boolean;
}

const isOneOf =
  (...statuses: readonly SessionStatus[]) =>
  ({ status }: Session): boolean =>
    statuses.includes(status);
const isOpen = (session: Session): boolean => session.status !== "archived";

/** The agent is still at its turn, and waits for an answer to a question of its own. */
export const hasQuestion = ({ status, running_job_id }: Session): boolean =>
  status === "needs_input" && running_job_id !== null;

/** Everything that can be done with sessions, in the order of the menus. */
export const actions: readonly Action[] = [
  { id: "archive", label: "Archive", doneText: "Archived", hotkey: "act.archive", isAvailable: isOpen },
  { id: "unarchive", label: "Unarchive", doneText: "Unarchived", isAvailable: isOneOf("archived") },
  {
    id: "favorite",
    label: "Add to favorites",
    doneText: "Added to favorites:",
    hotkey: "act.favourite",
    isAvailable: ({ favorited }) => !favorited,
  },
  {
    id: "unfavorite",
    label: "Remove from favorites",
    doneText: "Removed from favorites:",
    hotkey: "act.favourite",
    isAvailable: ({ favorited }) => favorited,
  },
  { id: "snooze", label: "Snooze…", doneText: "Snoozed", hotkey: "act.snooze", isAvailable: isOpen },
  {
    id: "hide",
    label: "Hide from the board",
    doneText: "Hid",
    hotkey: "act.hide",
    isAvailable: (session) => isOpen(session) && session.visibility !== "hidden",
  },
  {
    id: "show",
    label: "Show on the board",
    doneText: "Put back",
    hotkey: "act.show",
    isAvailable: ({ visibility }) => visibility !== "visible",
  },
  {
    id: "pause",
    label: "Pause",
    doneText: "Paused",
    hotkey: "act.pause",
    isAvailable: (session) => session.status === "running" || hasQuestion(session),
  },
  {
    id: "restart",
    label: "Restart",
    doneText: "Restarted",
    hotkey: "act.restart",
    isAvailable: isOpen,
  },
  { id: "sleep", label: "Sleep", doneText: "Put to sleep", isAvailable: isOneOf("running", "needs_input") },
  { id: "refresh", label: "Refresh the transcript", doneText: "Refreshed", isAvailable: isOpen },
  {
    id: "priority",
    label: "Make priority",
    doneText: "Made priority:",
    hotkey: "act.priority",
    isAvailable: (session) => isOpen(session) && session.priority_class === "spot",
  },
  {
    id: "spot",
    label: "Make spot",
    doneText: "Made spot:",
    hotkey: "act.spot",
    isAvailable: (session) => isOpen(session) && session.priority_class === "priority",
  },
  {
    id: "delete",
    label: "Delete permanently…",
    doneText: "Deleted",
    dangerous: true,
    isAvailable: () => true,
  },
];

/** What can be done with at least one of them. */
export const actionsFor = (sessions: readonly Session[]): readonly Action[] =>
  actions.filter((act) => sessions.some((session) => act.isAvailable(session)));

/** One session by its title, several by their number. */
export const describeSessions = (sessions: readonly Pick<Session, "title">[]): string => {
  const [first] = sessions;
  return sessions.length === 1 && first ? `“${first.title}”` : `${sessions.length} sessions`;
};

/** What puts a session back to where it lies now. */
export function visibilityToRestore({
  visibility,
  snoozed_until,
}: Pick<Session, "visibility" | "snoozed_until">): VisibilityChange {
  if (visibility !== "snoozed") return { visibility };
  if (snoozed_until === null) return { visibility: "visible" };
  return { visibility, snoozed_until: snoozed_until.replace(/Z$/, ""), timezone: "UTC" };
}
