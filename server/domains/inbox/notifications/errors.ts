import { defineRefusals } from "../../../lib/errors.ts";

export const notificationRefusal = defineRefusals({
  not_found: { status: 404, label: "Not Found", message: "Notification not found" },
  unread: {
    status: 422,
    label: "Cannot dismiss",
    message: "The notification is unread; mark it as read first",
  },
  unknown_time_zone: {
    status: 422,
    label: "Validation failed",
    message: ({ name = "" }) => `There is no time zone "${name}"`,
  },
  parameter_missing: {
    status: 422,
    label: "Missing parameter",
    message: ({ name = "" }) => `${name} is required`,
  },
});
