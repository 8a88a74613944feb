import type {
  AttentionKind,
  Session,
  SessionStatus,
} from "../../../server/domains/sessions/sessions/model.ts";
import type { VisibilityChange } from "../../../server/domains/sessions/settings/model.ts";
import type { HotkeyId } from "../../lib/hotkeys.ts";
import { text } from "./text.ts";

export type ActionId =
  | "archive"
  | "mark_done"
  | "needs_review"
  | "decide_automatically"
  | "unarchive"
  | "favorite"
  | "unfavorite"
  | "snooze"
  | "hide"
  | "show"
  | "set_category"
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
  /** What was done; the sessions follow. */
  doneText: string;
  hotkey?: HotkeyId;
  dangerous?: boolean;
  /** Whether the service would accept the action and it would change something. */
  isAvailable(session: Session): boolean;
}

const isOneOf =
  (...statuses: readonly SessionStatus[]) =>
  ({ status }: Session): boolean =>
    statuses.includes(status);
const isOpen = (session: Session): boolean => session.status !== "archived";

/** The agent is in a turn and waits for an answer to its question. */
export const hasQuestion = ({ status, running_job_id }: Session): boolean =>
  status === "needs_input" && running_job_id !== null;

/** What it waits for can be corrected; an open question is answered instead. */
const isCorrectable = (session: Session): boolean => session.attention !== null && !hasQuestion(session);
const waitsFor = ({ attention }: Session, kind: AttentionKind): boolean => attention?.kind === kind;

/** The actions that correct what a session waits for. */
export const attentionActions = [
  "mark_done",
  "needs_review",
  "decide_automatically",
] as const satisfies readonly ActionId[];

const rules: readonly Omit<Action, "label" | "doneText">[] = [
  { id: "archive", hotkey: "act.archive", isAvailable: isOpen },
  {
    id: "mark_done",
    isAvailable: (session) =>
      isCorrectable(session) && !waitsFor(session, "done") && !waitsFor(session, "idle"),
  },
  {
    id: "needs_review",
    isAvailable: (session) => isCorrectable(session) && !waitsFor(session, "review"),
  },
  {
    id: "decide_automatically",
    isAvailable: (session) => isCorrectable(session) && session.attention?.corrected === true,
  },
  { id: "unarchive", isAvailable: isOneOf("archived") },
  {
    id: "favorite",
    hotkey: "act.favourite",
    isAvailable: ({ favorited }) => !favorited,
  },
  {
    id: "unfavorite",
    hotkey: "act.favourite",
    isAvailable: ({ favorited }) => favorited,
  },
  { id: "snooze", hotkey: "act.snooze", isAvailable: isOpen },
  {
    id: "hide",
    hotkey: "act.hide",
    isAvailable: (session) => isOpen(session) && session.visibility !== "hidden",
  },
  {
    id: "show",
    hotkey: "act.show",
    isAvailable: ({ visibility }) => visibility !== "visible",
  },
  { id: "set_category", isAvailable: () => true },
  {
    id: "pause",
    hotkey: "act.pause",
    isAvailable: (session) =>
      session.status === "running" || session.cloning !== null || hasQuestion(session),
  },
  {
    id: "restart",
    hotkey: "act.restart",
    isAvailable: isOpen,
  },
  { id: "sleep", isAvailable: isOneOf("running", "needs_input") },
  { id: "refresh", isAvailable: isOpen },
  {
    id: "priority",
    hotkey: "act.priority",
    isAvailable: (session) => isOpen(session) && session.priority_class === "spot",
  },
  {
    id: "spot",
    hotkey: "act.spot",
    isAvailable: (session) => isOpen(session) && session.priority_class === "priority",
  },
  {
    id: "delete",
    dangerous: true,
    isAvailable: () => true,
  },
];

/** All actions, in the order of the menus. */
export const actions: readonly Action[] = rules.map((rule) => ({ ...rule, ...text.actions[rule.id] }));

/** The actions that are available for at least one of the sessions. */
export const actionsFor = (sessions: readonly Session[]): readonly Action[] =>
  actions.filter((action) => sessions.some((session) => action.isAvailable(session)));

/** Names one session by its title, several by their number. */
export const describeSessions = (sessions: readonly Pick<Session, "title">[]): string => {
  const [first] = sessions;
  return sessions.length === 1 && first ? text.session(first.title) : text.sessions(sessions.length);
};

/** The change that restores the session's present visibility. */
export function visibilityToRestore({
  visibility,
  snoozed_until,
}: Pick<Session, "visibility" | "snoozed_until">): VisibilityChange {
  if (visibility !== "snoozed") return { visibility };
  if (snoozed_until === null) return { visibility: "visible" };
  return { visibility, snoozed_until: snoozed_until.replace(/Z$/, ""), timezone: "UTC" };
}
