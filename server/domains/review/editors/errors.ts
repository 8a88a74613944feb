import { defineRefusals } from "../../../lib/errors.ts";

const label = "Not opened";

export const openerRefusal = defineRefusals({
  not_here: {
    status: 403,
    label,
    message: "Only the person at this machine can open programs on it",
  },
  no_clone: {
    status: 409,
    label,
    message: "The session has no clone at the moment, so there is nothing to open",
  },
  no_display: {
    status: 409,
    label,
    message: "This machine has no display to open a program on. Copy the clone's path instead",
  },
  no_program: {
    status: 409,
    label,
    message: ({ kind, variable }) => `No ${kind} was found on this machine. Set ${variable} to one`,
  },
  not_started: {
    status: 409,
    label,
    message: ({ program, reason }) => `${program} did not start: ${reason}`,
  },
});
