import { defineRefusals } from "../../../lib/errors.ts";

export const confirmationRefusal = defineRefusals({
  not_found: { status: 404, label: "Not Found", message: "Confirmation not found" },
  denied: { status: 403, label: "Denied", message: "This was denied, so nothing was changed." },
  paused: {
    status: 429,
    label: "Too many requests",
    message: ({ seconds = 0 }) =>
      `A request of this browser was denied just now. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
  },
  too_long: {
    status: 422,
    label: "Validation failed",
    message: "This is too much to confirm at once. Ask for less, such as fewer folders.",
  },
  not_valid: {
    status: 409,
    label: "Confirmation not valid",
    message:
      "This confirmation was already used, has expired or belongs to another browser. Try again to get a new one.",
  },
  other_request: {
    status: 409,
    label: "Confirmation not valid",
    message: "This confirmation is for another request. Try again to get a new one.",
  },
});
