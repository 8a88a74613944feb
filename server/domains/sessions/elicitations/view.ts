import { instant } from "../../../lib/instant.ts";
import { canonicalJson } from "../../../lib/json.ts";
import { elicitationRefusal } from "./errors.ts";
import {
  type ClosedElicitation,
  type Elicitation,
  type ElicitationOutcome,
  type NewElicitation,
  requestedSchema,
} from "./model.ts";
import type { ElicitationDeps } from "./ports.ts";
import { isNumber } from "./rules.ts";
import type { ElicitationRow } from "./store.ts";

/** The redacted columns of a question, and the deadline its asker set (epoch ms). */
export type Question = Pick<ElicitationRow, "requestId" | "mode" | "message" | "requestedSchema" | "meta"> & {
  askedDeadline: number | null;
};

/** Throws if the request id or the message is missing. */
export function readQuestion(
  input: NewElicitation,
  { redact, redactValue }: Pick<ElicitationDeps, "redact" | "redactValue">,
): Question {
  const meta = input._meta ?? {};
  const requestId = meta["com.pulsemcp/request-id"] ?? "";
  const expiresAt = meta["com.pulsemcp/expires-at"] ?? null;
  const message = input.message ?? "";
  if (requestId === "")
    throw elicitationRefusal("missing_parameter", { name: "_meta com.pulsemcp/request-id" });
  if (isNumber(requestId)) throw elicitationRefusal("request_is_number");
  if (message.trim() === "") throw elicitationRefusal("missing_parameter", { name: "message" });
  return {
    requestId,
    mode: input.mode ?? "form",
    message: redact(message),
    requestedSchema: redactValue(input.requestedSchema ?? requestedSchema.parse({})),
    meta: redactValue(meta),
    askedDeadline: expiresAt === null ? null : Date.parse(expiresAt),
  };
}

/** Whether the stored question equals the new one in everything that was sent, so that nothing of it would be lost. */
export const isSameQuestion = (row: ElicitationRow, question: Question): boolean =>
  row.mode === question.mode &&
  row.message === question.message &&
  canonicalJson(row.requestedSchema) === canonicalJson(question.requestedSchema) &&
  canonicalJson(row.meta) === canonicalJson(question.meta);

export function openView(row: ElicitationRow): Elicitation {
  const toolName = row.meta["com.pulsemcp/tool-name"];
  return {
    id: row.id,
    request_id: row.requestId,
    session_id: row.sessionId,
    mode: row.mode,
    message: row.message,
    requested_schema: row.requestedSchema,
    tool_name: typeof toolName === "string" ? toolName : null,
    context: row.meta["com.pulsemcp/context"] ?? null,
    status: "pending",
    expires_at: instant(row.expiresAt),
    created_at: instant(row.createdAt),
  };
}

/** Nothing for an open one. */
export function closedView({
  id,
  message,
  status,
  content,
  respondedAt,
  expiresAt,
}: ElicitationRow): ClosedElicitation[] {
  if (status === "pending") return [];
  return [{ id, message, action: status, content, closed_at: instant(respondedAt ?? expiresAt) }];
}

export const outcomeView = (row: ElicitationRow): ElicitationOutcome => ({
  action: row.status,
  content: row.content,
  _meta: {
    "com.pulsemcp/request-id": row.requestId,
    ...(row.respondedAt !== null && { "com.pulsemcp/responded-at": instant(row.respondedAt) }),
  },
});
