import { defineRefusals } from "../../../lib/errors.ts";

export const turnRefusal = defineRefusals({
  cannot_follow_up: {
    status: 422,
    label: "Cannot send follow-up",
    message: ({ status = "" }) =>
      status === "archived"
        ? "The session is archived; unarchive it first"
        : "The session has failed; restart it first",
  },
  no_parent: { status: 422, label: "No parent", message: "The session was not spawned by another session" },
  own_parent: { status: 422, label: "No parent", message: "The session is its own parent" },
  parent_unavailable: {
    status: 409,
    label: "Parent unavailable",
    message: ({ status = "" }) => `The parent session is ${status}`,
  },
  cannot_restart_archived: {
    status: 422,
    label: "Cannot restart",
    message: "The session is archived; unarchive it first",
  },
  cannot_restart_without_id: { status: 422, label: "Cannot restart", message: "Session has no session_id" },
  repository_settled: {
    status: 422,
    label: "Cannot restart",
    message: "The session has its clone already; start a new session for another repository",
  },
  queue_not_empty: {
    status: 422,
    label: "Queued messages would be discarded",
    message: ({ count = 0, previews = "" }) =>
      `${count} message${count === 1 ? " is" : "s are"} queued for the session: ${previews}. Let them be delivered, or send force to discard them.`,
  },
  turn_in_flight: {
    status: 422,
    label: "A turn is in flight",
    message: "The session is in the middle of a turn; send end_turn or force to stop it",
  },
  session_ids_missing: {
    status: 422,
    label: "Missing parameter",
    message: "session_ids is required: the numbers of the sessions",
  },
  nothing_to_refresh: {
    status: 422,
    label: "Refresh failed",
    message: "The agent has no record of a conversation on disk",
  },
  task_not_stoppable: {
    status: 409,
    label: "Cannot stop",
    message: "The agent's CLI cannot stop one task alone; pause the session to stop everything",
  },
  task_not_stopped: { status: 409, label: "Cannot stop", message: ({ problem = "" }) => String(problem) },
  interrupted_meanwhile: {
    status: 409,
    label: "Conflict",
    message: "Another interrupt took the message first",
  },
});
