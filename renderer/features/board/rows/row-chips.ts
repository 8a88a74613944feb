import type { RowFacts } from "../../../../server/domains/sessions/overview/model.ts";
import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import type { Glance } from "../../../../server/domains/sessions/wait-reasons/model.ts";
import { fullTime, shortDateTime } from "../../../lib/time.ts";
import { actionView } from "../../banners/view-model.ts";
import { hasQuestion } from "../../selection/actions.ts";
import { reasonLine } from "../../sessions/reason-line.ts";
import { modelName } from "../../sessions/session-fields.ts";
import { isOnBoard } from "../../sessions/session-filter.ts";

/** What can be done about it from the row. */
export type ChipAction =
  | { kind: "open"; label: string; path: string }
  | { kind: "session"; label: string }
  | { kind: "class"; label: string };

export interface RowChip {
  kind: "question" | "wait" | "place";
  label: string;
  /** The moment that the label names, whole and with its zone. */
  at?: string;
  action: ChipAction | null;
}

/** Where a session lies when it is not on the board. */
function placeOf(session: Session, now: number): RowChip[] {
  if (isOnBoard(session, now)) return [];
  const { visibility, snoozed_until: until } = session;
  if (visibility !== "snoozed" || until === null) return [{ kind: "place", label: "Hidden", action: null }];
  const label = `Snoozed until ${shortDateTime(new Date(until), new Date(now))}`;
  return [{ kind: "place", label, at: fullTime(until), action: null }];
}

/** What is due takes its moment; later than this nothing has come of it. */
const dueMs = 60_000;

interface Waited {
  /** Before its moment, which is named behind it. */
  until: string;
  due: string;
  overdue: string;
}

const waited = ({ key, label }: Glance): Waited => {
  if (key === "pending_wake") return { until: "Asleep until", due: "Waking now", overdue: "Wake-up overdue" };
  if (key === "queued_turn") return { until: "Retries at", due: "Retrying now", overdue: "Retry overdue" };
  return { until: `${label}, until`, due: `${label}, due now`, overdue: `${label}, overdue` };
};

/** By the clock here, where the service's own sentence has it in UTC; a moment that has passed is not told as one to come. */
function glanceWords(glance: Glance, now: number): string {
  if (glance.until === null) return glance.label;
  const words = waited(glance);
  const time = shortDateTime(new Date(glance.until), new Date(now));
  const lateMs = now - Date.parse(glance.until);
  if (lateMs < 0) return `${words.until} ${time}`;
  return lateMs <= dueMs ? words.due : `${words.overdue} since ${time}`;
}

function chipAction({ action }: Glance): ChipAction | null {
  if (action === null) return null;
  const act = actionView(action);
  switch (act.kind) {
    case "open":
      return { kind: "open", label: act.label, path: act.path };
    case "write":
      return { kind: "session", label: act.label };
    case "class":
      return act.schedulingClass === "priority" ? { kind: "class", label: act.label } : null;
    case "missing":
      return null;
  }
}

/** Failures that are put right in the settings. */
const settingsActions: Readonly<Record<string, ChipAction>> = {
  oauth_required: { kind: "open", label: "Sign in", path: "/settings/connectors" },
  mcp_connection_failed: { kind: "open", label: "Connectors", path: "/settings/connectors" },
};

/** The one reason why it does not move, with what mends it; null where its status says it all. */
function whyOf(session: Session, now: number, glance: Glance | null): RowChip | null {
  if (hasQuestion(session))
    return { kind: "question", label: "Asks a question", action: { kind: "session", label: "Answer" } };
  const { status, failure_reason: reason } = session;
  if (glance !== null && status !== "running")
    return {
      kind: "wait",
      label: glanceWords(glance, now),
      ...(glance.until !== null && { at: fullTime(glance.until) }),
      action: chipAction(glance),
    };
  if (status === "failed") {
    const action = settingsActions[reason ?? ""];
    return action ? { kind: "wait", label: action.label, action } : null;
  }
  const wait = status === "waiting" ? reasonLine(session) : null;
  return wait === null ? null : { kind: "wait", label: wait, action: null };
}

/** What a row says in chips: why it does not move, and that it lies off the board. */
export function chipsOf(session: Session, now: number, facts: RowFacts | undefined): RowChip[] {
  const why = whyOf(session, now, facts?.waiting ?? null);
  return [...(why === null ? [] : [why]), ...placeOf(session, now)];
}

/** The line under the title: why it failed, else where it stands. */
export const subtitleOf = (session: Session, summary: string | undefined): string | null =>
  session.status === "failed" ? reasonLine(session) : (summary ?? null);

/** The model as its provider names it, without the provider. */
export function modelLabel({ config }: Pick<Session, "config">): string {
  const { model } = config;
  return typeof model === "string" ? modelName(model) : "";
}
