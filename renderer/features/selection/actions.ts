import type { Session, SessionStatus } from "../../../server/domains/sessions/sessions/model.ts";
import type { VisibilityChange } from "../../../server/domains/sessions/settings/model.ts";
import type { HotkeyId } from "../../lib/hotkeys.ts";

export type ActionId =
  | "archive"
  | "unarchive"
  | "favourite"
  | "unfavourite"
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
  done: string;
  hotkey?: HotkeyId;
  dangerous?: boolean;
  /** Whether the service would let it be done, and it would change something. */
  fits(session: Session): boolean;
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
  { id: "archive", label: "Archive", done: "Archived", hotkey: "act.archive", fits: isOpen },
  { id: "unarchive", label: "Unarchive", done: "Unarchived", fits: isOneOf("archived") },
  {
    id: "favourite",
    label: "Add to favourites",
    done: "Starred",
    hotkey: "act.favourite",
    fits: ({ favorited }) => !favorited,
  },
  {
    id: "unfavourite",
    label: "Remove from favourites",
    done: "Took the star from",
    hotkey: "act.favourite",
    fits: ({ favorited }) => favorited,
  },
  { id: "snooze", label: "Snooze…", done: "Snoozed", hotkey: "act.snooze", fits: isOpen },
  {
    id: "hide",
    label: "Hide from the board",
    done: "Hid",
    hotkey: "act.hide",
    fits: (session) => isOpen(session) && session.visibility !== "hidden",
  },
  {
    id: "show",
    label: "Put back on the board",
    done: "Put back",
    hotkey: "act.show",
    fits: ({ visibility }) => visibility !== "visible",
  },
  {
    id: "pause",
    label: "Pause",
    done: "Paused",
    hotkey: "act.pause",
    fits: (session) => session.status === "running" || hasQuestion(session),
  },
  {
    id: "restart",
    label: "Restart",
    done: "Restarted",
    hotkey: "act.restart",
    fits: isOpen,
  },
  { id: "sleep", label: "Sleep", done: "Sent to sleep", fits: isOneOf("running", "needs_input") },
  { id: "refresh", label: "Read the transcript anew", done: "Refreshed", fits: isOpen },
  {
    id: "priority",
    label: "Make priority",
    done: "Made priority:",
    hotkey: "act.priority",
    fits: (session) => isOpen(session) && session.priority_class === "spot",
  },
  {
    id: "spot",
    label: "Make spot",
    done: "Made spot:",
    hotkey: "act.spot",
    fits: (session) => isOpen(session) && session.priority_class === "priority",
  },
  {
    id: "delete",
    label: "Delete for good…",
    done: "Deleted",
    dangerous: true,
    fits: () => true,
  },
];

/** What can be done with at least one of them. */
export const actsFor = (sessions: readonly Session[]): readonly Action[] =>
  actions.filter((act) => sessions.some((session) => act.fits(session)));

/** One session by its title, several by their number. */
export const namesOf = (sessions: readonly Pick<Session, "title">[]): string => {
  const [first] = sessions;
  return sessions.length === 1 && first ? `“${first.title}”` : `${sessions.length} sessions`;
};

/** What puts a session back to where it lies now. */
export function visibilityOf({
  visibility,
  snoozed_until,
}: Pick<Session, "visibility" | "snoozed_until">): VisibilityChange {
  if (visibility !== "snoozed") return { visibility };
  if (snoozed_until === null) return { visibility: "visible" };
  return { visibility, snoozed_until: snoozed_until.replace(/Z$/, ""), timezone: "UTC" };
}
