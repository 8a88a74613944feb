import { isOnBoard } from "../../../../server/domains/sessions/attention/model.ts";
import type {
  AttentionKind,
  FailureReason,
  Session,
} from "../../../../server/domains/sessions/sessions/model.ts";
import type { Glance } from "../../../../server/domains/sessions/wait-reasons/model.ts";
import type { RowFacts } from "../../../../server/domains/surfaces/overview/model.ts";
import { fullTime, shortDateTime } from "../../../lib/time.ts";
import { actionView } from "../../banners/view-model.ts";
import { hasQuestion } from "../../selection/actions.ts";
import { modelName } from "../../sessions/model-name.ts";
import { reasonLine } from "../../sessions/reason-line.ts";
import { text as sessionText } from "../../sessions/text.ts";
import { text } from "./text.ts";

/** What a person can do about it from the row. */
export type ChipAction =
  | { kind: "open"; label: string; path: string }
  | { kind: "session"; label: string }
  | { kind: "class"; label: string };

export interface RowChip {
  kind: "question" | "wait" | "place" | Exclude<AttentionKind, "question">;
  label: string;
  /** More than the label says. */
  tip?: string;
  /** The time that the label names, in full with its time zone. */
  at?: string;
  action: ChipAction | null;
}

/** The chip of a snoozed or hidden session. */
function placeOf(session: Session, now: number): RowChip[] {
  if (isOnBoard(session, now)) return [];
  const { visibility, snoozed_until: until } = session;
  if (visibility !== "snoozed" || until === null)
    return [{ kind: "place", label: text.chips.hidden, action: null }];
  const label = text.chips.snoozedUntil(shortDateTime(new Date(until), new Date(now)));
  return [{ kind: "place", label, at: fullTime(until), action: null }];
}

/** A wait that is due may take this long before it counts as overdue. */
const dueMs = 60_000;

function waitLabels({ key, label }: Glance) {
  if (key === "pending_wake") return text.chips.wake;
  return key === "queued_turn" ? text.chips.retry : text.chips.other(label);
}

/** Uses local time, where the sentence of the service has UTC; a time in the past is shown as due or overdue. */
function glanceLabel(glance: Glance, now: number): string {
  if (glance.until === null) return glance.label;
  const labels = waitLabels(glance);
  const time = shortDateTime(new Date(glance.until), new Date(now));
  const lateMs = now - Date.parse(glance.until);
  if (lateMs < 0) return text.chips.at(labels.until, time);
  return lateMs <= dueMs ? labels.due : text.chips.since(labels.overdue, time);
}

function chipAction({ action }: Glance): ChipAction | null {
  if (action === null) return null;
  const view = actionView(action);
  switch (view.kind) {
    case "open":
      return { kind: "open", label: view.label, path: view.path };
    case "write":
      return { kind: "session", label: view.label };
    case "class":
      return view.schedulingClass === "priority" ? { kind: "class", label: view.label } : null;
    case "missing":
      return null;
  }
}

/** Failures that are fixed in the settings. */
const inCatalog: ChipAction = { kind: "open", label: text.chips.catalog, path: "/settings/catalog" };
const settingsActions: Readonly<Partial<Record<string, ChipAction>>> = {
  air_secret_unresolvable: inCatalog,
  catalog_entry_gone: inCatalog,
  catalog_selection_collides: inCatalog,
  server_address_invalid: inCatalog,
} satisfies Partial<Record<FailureReason, ChipAction>>;

/** The reason why it is not progressing, with the action that helps; null if its status says enough. */
function whyOf(session: Session, now: number, glance: Glance | null): RowChip | null {
  if (hasQuestion(session))
    return {
      kind: "question",
      label: text.chips.question,
      action: { kind: "session", label: text.chips.answer },
    };
  const { status, failure_reason: reason } = session;
  if (glance !== null && status !== "running")
    return {
      kind: "wait",
      label: glanceLabel(glance, now),
      ...(glance.until !== null && { at: fullTime(glance.until) }),
      action: chipAction(glance),
    };
  if (status === "failed") {
    const action = settingsActions[reason ?? ""];
    if (action) return { kind: "wait", label: action.label, action };
  }
  const { attention } = session;
  if (attention !== null && status !== "waiting" && attention.kind !== "failed")
    return {
      kind: attention.kind,
      label: sessionText.attention[attention.kind],
      tip: attention.reason,
      action: null,
    };
  const wait = status === "waiting" ? reasonLine(session) : null;
  return wait === null ? null : { kind: "wait", label: wait, action: null };
}

/** The chips of a row: why it is not progressing, and whether it is snoozed or hidden. */
export function chipsOf(session: Session, now: number, facts: RowFacts | undefined): RowChip[] {
  const why = whyOf(session, now, facts?.waiting ?? null);
  return [...(why === null ? [] : [why]), ...placeOf(session, now)];
}

/** The line under the title: why it failed, what it asks, its summary, what the agent said last, or why it waits. */
export function subtitleOf(session: Session, summary: string | undefined): string | null {
  const { attention } = session;
  if (session.status === "failed") return reasonLine(session);
  if (attention?.kind === "question") return attention.reason;
  return summary ?? attention?.said ?? (attention?.kind === "review" ? attention.reason : null);
}

/** The name of the model, without its provider. */
export function modelLabel({ config }: Pick<Session, "config">): string {
  const { model } = config;
  return typeof model === "string" ? modelName(model) : "";
}
