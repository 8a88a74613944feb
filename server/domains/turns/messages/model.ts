import { z } from "zod";
import { noContent, operation, pageQuery, pagination } from "../../../http/model.ts";
import { goalText, promptLimit, session, sessionRef, tooLong } from "../../sessions/sessions/model.ts";

export const messageStatus = z.enum(["pending", "processing", "sent", "undelivered"]);

export const enqueuedMessage = z
  .object({
    id: z.number().int(),
    session_id: z.number().int(),
    content: z.string(),
    goal: z.string().nullable(),
    position: z.number().int(),
    status: messageStatus,
    origin: z.enum([
      "caller",
      "automated_pr_merged",
      "automated_merge_conflict",
      "automated_checks_failed",
      "automated_review_comments",
      "automated_recovery_nudge",
    ]),
    attachments: z.array(z.object({ filename: z.string(), media_type: z.string(), image: z.boolean() })),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: "EnqueuedMessage" });
export type EnqueuedMessage = z.infer<typeof enqueuedMessage>;

export const messageContent = z
  .string()
  .max(promptLimit, tooLong("The message", promptLimit))
  .refine((value) => value.trim() !== "", "The message is blank");

/** R74: the session that the caller says it is. */
const actingSession = z.number().int().nullish();

const one = z.object({ enqueued_message: enqueuedMessage });
const messageRef = sessionRef.extend({ mid: z.string().regex(/^\d{1,15}$/) });

export const messageOperations = {
  listMessages: operation({
    id: "listMessages",
    method: "get",
    path: "/sessions/{id}/enqueued_messages",
    source: "E46",
    summary: "List a session's queued messages by position; sent ones only if requested by status",
    callers: ["api", "native"],
    params: sessionRef,
    query: z.object({ status: z.array(messageStatus).optional(), ...pageQuery }),
    response: z.object({ enqueued_messages: z.array(enqueuedMessage), pagination }),
    errors: [404],
  }),
  getMessage: operation({
    id: "getMessage",
    method: "get",
    path: "/sessions/{id}/enqueued_messages/{mid}",
    source: "E47",
    summary: "One message",
    callers: ["api", "native"],
    params: messageRef,
    response: one,
    errors: [404],
  }),
  createMessage: operation({
    id: "createMessage",
    method: "post",
    path: "/sessions/{id}/enqueued_messages",
    source: "E48",
    summary: "Queue a message; an idle session gets it immediately",
    callers: ["api"],
    params: sessionRef,
    body: z.object({ content: messageContent, goal: goalText.nullish(), acting_session_id: actingSession }),
    bodyLimit: 8 * 1024 * 1024,
    response: one,
    status: 201,
    errors: [404, 409],
  }),
  updateMessage: operation({
    id: "updateMessage",
    method: "patch",
    path: "/sessions/{id}/enqueued_messages/{mid}",
    source: "E49",
    summary: "Change the text or goal of a pending message",
    callers: ["api", "native"],
    params: messageRef,
    body: z.object({ content: messageContent.optional(), goal: goalText.nullable().optional() }),
    bodyLimit: 8 * 1024 * 1024,
    response: one,
    errors: [404, 409],
  }),
  deleteMessage: operation({
    id: "deleteMessage",
    method: "delete",
    path: "/sessions/{id}/enqueued_messages/{mid}",
    source: "E50",
    summary: "Withdraw a message; later ones move up",
    callers: ["api", "native"],
    params: messageRef,
    response: noContent,
    status: 204,
    errors: [404, 409],
  }),
  reorderMessage: operation({
    id: "reorderMessage",
    method: "patch",
    path: "/sessions/{id}/enqueued_messages/{mid}/reorder",
    source: "E51",
    summary: "Move a message to a position, 1 being next",
    callers: ["api", "native"],
    params: messageRef,
    body: z.object({ position: z.number().int().min(1) }),
    response: one,
    errors: [404, 409],
  }),
  interruptWithMessage: operation({
    id: "interruptWithMessage",
    method: "post",
    path: "/sessions/{id}/enqueued_messages/{mid}/interrupt",
    source: "E52",
    summary: "Stop the active turn and deliver this message now",
    callers: ["api", "native"],
    params: messageRef,
    body: z.object({ acting_session_id: actingSession }),
    response: z.object({ session, message: z.string() }),
    errors: [404, 409],
  }),
} as const;
