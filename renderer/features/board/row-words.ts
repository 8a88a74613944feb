import type { RowFacts } from "../../../server/domains/session-overview/model.ts";
import type { Session } from "../../../server/domains/sessions/model.ts";
import type { Glance } from "../../../server/domains/waiting/model.ts";
import { comingTime } from "../../lib/time.ts";
import { actOf } from "../banners/view-model.ts";
import { hasQuestion } from "../selection/acts.ts";
import { isOnBoard } from "../sessions/session-filter.ts";
import { modelName, reasonLine } from "../sessions/session-words.ts";

/** What can be done about it from the row. */
export type Remedy =
  | { kind: "open"; label: string; path: string }
  | { kind: "session"; label: string }
  | { kind: "class"; label: string };

export interface RowChip {
  kind: "question" | "wait" | "place";
  label: string;
  remedy: Remedy | null;
}

/** Where a session lies when it is not on the board. */
function placeWords(session: Session, now: number): string | null {
  if (isOnBoard(session, now)) return null;
  if (session.visibility !== "snoozed" || session.snoozed_until === null) return "Hidden";
  return `Snoozed until ${comingTime(new Date(session.snoozed_until), new Date(now))}`;
}

/** By the clock here, where the service's own sentence has it in UTC. */
function glanceWords({ key, label, until }: Glance, now: number): string {
  if (until === null) return label;
  const time = comingTime(new Date(until), new Date(now));
  if (key === "pending_wake") return `Asleep until ${time}`;
  return key === "queued_turn" ? `Tried again at ${time}` : `${label}, until ${time}`;
}

function remedyOf({ action }: Glance): Remedy | null {
  if (action === null) return null;
  const act = actOf(action);
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
const mended: Readonly<Record<string, Remedy>> = {
  oauth_required: { kind: "open", label: "Sign in", path: "/settings/connectors" },
  mcp_connection_failed: { kind: "open", label: "Connectors", path: "/settings/connectors" },
};

/** The one reason why it does not move, with what mends it; null where its status says it all. */
function whyOf(session: Session, now: number, glance: Glance | null): RowChip | null {
  if (hasQuestion(session))
    return { kind: "question", label: "Has a question", remedy: { kind: "session", label: "Answer it" } };
  const { status, failure_reason: reason } = session;
  if (glance !== null && status !== "running")
    return { kind: "wait", label: glanceWords(glance, now), remedy: remedyOf(glance) };
  if (status === "failed") {
    const remedy = mended[reason ?? ""];
    return remedy ? { kind: "wait", label: remedy.label, remedy } : null;
  }
  const wait = status === "waiting" ? reasonLine(session) : null;
  return wait === null ? null : { kind: "wait", label: wait, remedy: null };
}

/** What a row says in chips: why it does not move, and that it lies off the board. */
export function chipsOf(session: Session, now: number, facts: RowFacts | undefined): RowChip[] {
  const why = whyOf(session, now, facts?.waiting ?? null);
  const place = placeWords(session, now);
  return [
    ...(why === null ? [] : [why]),
    ...(place === null ? [] : [{ kind: "place", label: place, remedy: null } as const]),
  ];
}

/** The line under the title: why it failed, else where it stands. */
export const lineOf = (session: Session, summary: string | undefined): string | null =>
  session.status === "failed" ? reasonLine(session) : (summary ?? null);

/** The model as its provider names it, without the provider. */
export function modelWords({ config }: Pick<Session, "config">): string {
  const { model } = config;
  return typeof model === "string" ? modelName(model) : "";
}
