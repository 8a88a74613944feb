import { defineRefusals } from "../../../lib/errors.ts";

const label = "Fork failed";

export const forkRefusal = defineRefusals({
  no_transcript: {
    status: 422,
    label,
    message: "The session has no transcript yet, so there is no line to fork from",
  },
  out_of_range: {
    status: 422,
    label,
    message: ({ index, last }) => `The transcript has lines 0 to ${last}; there is no line ${index}`,
  },
  nothing_said: {
    status: 422,
    label,
    message: "The session has no messages yet, so there is no conversation to fork",
  },
  before_conversation: {
    status: 422,
    label,
    message: ({ index, first }) =>
      `There are no messages up to line ${index}; the conversation begins at line ${first}`,
  },
  no_clone: {
    status: 422,
    label,
    message: "The session has no clone. Restore it from the trash or run a turn to create one, then fork it",
  },
  not_copied: { status: 422, label, message: ({ reason }) => `The clone could not be copied: ${reason}` },
});
