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
    message: "Nothing was said in the session yet, so there is no conversation to fork",
  },
  before_conversation: {
    status: 422,
    label,
    message: ({ index, first }) =>
      `Nothing was said up to line ${index}; the conversation begins with line ${first}`,
  },
  no_clone: {
    status: 422,
    label,
    message:
      "The session has no clone now. Take it out of the trash or let its next turn make one, then fork it",
  },
  not_copied: { status: 422, label, message: ({ reason }) => `The clone could not be copied: ${reason}` },
});
