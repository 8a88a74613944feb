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
  attachment_not_base64: {
    status: 422,
    label: "Validation failed",
    message: ({ filename = "" }) => `The attachment "${filename}" is not base64`,
  },
  attachment_empty: {
    status: 422,
    label: "Validation failed",
    message: ({ filename = "" }) => `The attachment "${filename}" is empty`,
  },
  session_archived: {
    status: 422,
    label: "Cannot queue message",
    message: "The session is archived; unarchive it first",
  },
});
