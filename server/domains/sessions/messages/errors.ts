import { defineRefusals } from "../../../lib/errors.ts";

export const messageRefusal = defineRefusals({
  not_found: { status: 404, label: "Not Found", message: "Message not found" },
  not_pending: {
    status: 409,
    label: "Conflict",
    message: ({ status = "" }) => `The message is ${status}; only a pending message can be changed`,
  },
  position_too_high: {
    status: 422,
    label: "Invalid position",
    message: ({ last = "" }) => `The queue ends at position ${last}`,
  },
  session_archived: {
    status: 422,
    label: "Cannot queue message",
    message: "The session is archived; unarchive it first",
  },
});
