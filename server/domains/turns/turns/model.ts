import { z } from "zod";
import { base64Bytes, operation } from "../../../http/model.ts";
import { goalText, newSession, promptText, session, sessionRef } from "../../sessions/sessions/model.ts";
import { enqueuedMessage } from "../messages/model.ts";

const sessionWithMessage = z.object({ session, message: z.string() });
const prompt = promptText.refine((value) => value.trim() !== "", "The prompt is blank");

export const attachment = z.object({
  filename: z.string().min(1).max(500),
  media_type: z.string().max(200).default("application/octet-stream"),
  data: base64Bytes,
});
/** As it is sent. */
export type Attachment = z.input<typeof attachment>;

const megabytes = (n: number) => n * 1024 * 1024;

export const turn = z
  .object({
    id: z.number().int(),
    /** Why it was made. */
    kind: z.enum(["first", "follow_up", "recovery", "clone_only", "heartbeat"]),
    state: z.enum(["queued", "preparing", "running", "ended"]),
    /** How it ended, as the runtime or the service names it; null before. */
    outcome: z.string().nullable(),
    /** How often it was retried. */
    retries: z.number().int(),
    created_at: z.string(),
    started_at: z.string().nullable(),
    ended_at: z.string().nullable(),
  })
  .meta({ id: "Turn" });
export type Turn = z.infer<typeof turn>;

/** E16. Absent = unchanged; an empty subdirectory is the top of the repository. */
const restartInput = newSession.pick({ git_root: true, branch: true, subdirectory: true });
export type RestartInput = z.infer<typeof restartInput>;

export const turnOperations = {
  followUp: operation({
    id: "followUp",
    method: "post",
    path: "/sessions/{id}/follow_up",
    source: "E12",
    summary: "Send a prompt: delivered now, or queued (202) while a turn is active",
    callers: ["api", "native"],
    params: sessionRef,
    body: z.object({
      prompt,
      goal: goalText.nullish(),
      force_immediate: z.boolean().nullish(),
      acting_session_id: z.number().int().nullish(),
      attachments: z.array(attachment).max(20, "At most 20 attachments").nullish(),
    }),
    bodyLimit: megabytes(110),
    response: z.object({
      session,
      message: z.string(),
      enqueued_message: enqueuedMessage.optional(),
      /** The prompt was this command of the service, and the message is its answer: no turn was spent. */
      command: z.string().optional(),
    }),
    otherStatuses: [202],
    errors: [404, 409, 413],
  }),
  messageParent: operation({
    id: "messageParent",
    method: "post",
    path: "/sessions/{id}/message_parent",
    source: "E13",
    summary: "A child reports to the session that spawned it",
    callers: ["api", "native"],
    params: sessionRef,
    body: z.object({
      message: prompt,
      reason: z.enum(["wrong_scope", "missing_tools", "other"]),
      force_immediate: z.boolean().nullish(),
      unarchive_parent: z.boolean().nullish(),
    }),
    bodyLimit: megabytes(8),
    response: z.object({ session, message: z.string(), enqueued_message: enqueuedMessage.optional() }),
    otherStatuses: [202],
    errors: [404, 409],
  }),
  pauseSession: operation({
    id: "pauseSession",
    method: "post",
    path: "/sessions/{id}/pause",
    source: "E14",
    summary: "Stop the active turn and leave the session idle",
    callers: ["api", "native"],
    params: sessionRef,
    response: sessionWithMessage,
    errors: [404],
  }),
  stopBackgroundTask: operation({
    id: "stopBackgroundTask",
    method: "post",
    path: "/sessions/{id}/background_tasks/{task}/stop",
    summary: "Stop one command or agent that works in the background; the turn goes on",
    callers: ["board"],
    params: sessionRef.extend({ task: z.string().min(1).max(200) }),
    response: z.object({ message: z.string() }),
    errors: [404, 409],
  }),
  sleepSession: operation({
    id: "sleepSession",
    method: "post",
    path: "/sessions/{id}/sleep",
    source: "E15",
    summary: "Put a session to sleep; a running session sleeps when its turn ends",
    callers: ["api", "native"],
    params: sessionRef,
    response: sessionWithMessage,
    errors: [404],
  }),
  restartSession: operation({
    id: "restartSession",
    method: "post",
    path: "/sessions/{id}/restart",
    source: "E16",
    summary:
      "Queue the session again, from its conversation or from the start; one that could not be cloned may name another repository, branch or folder",
    callers: ["api", "native"],
    params: sessionRef,
    body: restartInput,
    response: sessionWithMessage,
    errors: [404, 503],
  }),
  archiveSession: operation({
    id: "archiveSession",
    method: "post",
    path: "/sessions/{id}/archive",
    source: "E10",
    summary: "Move a session to the trash",
    callers: ["api", "native"],
    params: sessionRef,
    body: z.object({ force: z.boolean().nullish(), end_turn: z.boolean().nullish() }),
    response: z.object({ session, message: z.string(), trash_after: z.string() }),
    errors: [404],
  }),
  bulkArchiveSessions: operation({
    id: "bulkArchiveSessions",
    method: "post",
    path: "/sessions/bulk_archive",
    source: "E6",
    summary: "Move many sessions to the trash; refusals are reported per session",
    callers: ["api", "native"],
    body: z.object({
      session_ids: z.array(z.number().int()).max(1_000, "At most 1,000 sessions at once").nullish(),
      force: z.boolean().nullish(),
      end_turn: z.boolean().nullish(),
    }),
    response: z.object({
      archived_count: z.number().int(),
      errors: z.array(z.object({ id: z.number().int(), error: z.string(), message: z.string() })),
    }),
  }),
  refreshSession: operation({
    id: "refreshSession",
    method: "post",
    path: "/sessions/{id}/refresh",
    source: "E22",
    summary: "Read the transcript again from the agent's own file, and restart a failed session",
    callers: ["api", "native"],
    params: sessionRef,
    response: sessionWithMessage,
    errors: [404, 503],
  }),
  refreshAllSessions: operation({
    id: "refreshAllSessions",
    method: "post",
    path: "/sessions/refresh_all",
    source: "E5",
    summary:
      "Refresh every session outside frozen categories; failed ones are restarted and idle ones continued, at most 50",
    callers: ["api", "native"],
    response: z.object({
      message: z.string(),
      refreshed: z.number().int(),
      restarted: z.number().int(),
      continued: z.number().int(),
      errors: z.number().int(),
    }),
  }),
  unarchiveSession: operation({
    id: "unarchiveSession",
    method: "post",
    path: "/sessions/{id}/unarchive",
    source: "E11",
    summary: "Take a session out of the trash, with its clone",
    callers: ["api", "native"],
    params: sessionRef,
    response: z.object({ session, clone_restored: z.boolean(), message: z.string() }),
    errors: [404],
  }),
  listTurns: operation({
    id: "listTurns",
    method: "get",
    path: "/sessions/{id}/turns",
    summary: "The newest turns of a session, newest first: why each began, when, and how it ended",
    callers: ["board"],
    params: sessionRef,
    response: z.object({ turns: z.array(turn) }),
    errors: [404],
  }),
} as const;
