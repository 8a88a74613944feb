import { defineRefusals } from "../../../lib/errors.ts";

export const changeRefusal = defineRefusals({
  no_clone: {
    status: 409,
    label: "No clone",
    message: "The session has no clone at the moment, so there is nothing to compare",
  },
  unreadable: {
    status: 409,
    label: "Clone not readable",
    message: ({ reason }) => `git could not compare the clone: ${reason}`,
  },
  not_changed: { status: 404, label: "Not Found", message: "The session did not change that file" },
});
