import { defineRefusals } from "../../../lib/errors.ts";

const label = "Invalid wake_at";

export const wakeRefusal = defineRefusals({
  unknown_zone: {
    status: 422,
    label: "Invalid timezone",
    message: ({ zone = "" }) => `"${zone}" is not a time zone; use an IANA name such as Europe/Berlin`,
  },
  date_only: {
    status: 422,
    label,
    message: ({ text = "" }) => `"${text}" has no time of day; use YYYY-MM-DDTHH:MM`,
  },
  offset_given: {
    status: 422,
    label,
    message: ({ text = "" }) => `"${text}" has its own offset; leave it out and set timezone instead`,
  },
  utc_elsewhere: {
    status: 422,
    label,
    message: ({ text = "", zone = "" }) => `"${text}" ends in Z, which is UTC, but the timezone is ${zone}`,
  },
  unreadable: {
    status: 422,
    label,
    message: ({ text = "" }) => `"${text}" is not a time; use YYYY-MM-DDTHH:MM, optionally with seconds`,
  },
  too_soon: {
    status: 422,
    label,
    message: ({ at = "", now = "" }) =>
      `The wake would be at ${at} and it is now ${now}; choose a time more than 30 seconds from now`,
  },
  cannot_rest: {
    status: 422,
    label: "Cannot rest",
    message: ({ status = "" }) =>
      `A failed or archived session cannot wait for a person; this one is ${status}`,
  },
  not_armed: {
    status: 404,
    label: "Not Found",
    message: ({ id = "" }) => `The session has no scheduled wake ${id}`,
  },
});
