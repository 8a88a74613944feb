import { defineRefusals, Refusal } from "../../../lib/errors.ts";
import { liveMessageMax } from "./model.ts";

const conflict = { status: 409, label: "Conflict" } as const;
const validation = { status: 422, label: "Validation failed" } as const;

export const liveRefusal = defineRefusals({
  not_found: { status: 404, label: "Not Found", message: "Live conversation not found" },
  unknown_mode: { ...validation, message: "The mode must be text or voice" },
  ended: { ...conflict, message: "This conversation has ended; start a new one" },
  preparing: { ...conflict, message: "The conversation is still being prepared; try again in a moment" },
  not_active: { ...conflict, message: "This conversation is not active" },
  voice_off: { ...conflict, message: "Voice is off in this conversation; switch it to voice first" },
  voice_on: { ...validation, message: "Voice is on in this conversation; switch it to text to type" },
  blank: { ...validation, message: "The message is blank" },
  too_long: {
    ...validation,
    // Formatted when it is needed: the first use of a locale maps 5 MB that stay in memory.
    message: () => `The message is longer than ${liveMessageMax.toLocaleString("en")} characters`,
  },
  bad_role: { ...validation, message: "The role must be user or assistant" },
  key_in_environment: {
    ...conflict,
    message: "The key comes from the environment of the service; change it there",
  },
  card_not_found: { status: 404, label: "Not Found", message: "There is no such question" },
  card_answered: { ...conflict, message: "This question was answered already" },
  card_expired: { ...conflict, message: "Nobody answered in time, so nothing was done; ask for it again" },
  provider_refused: {
    status: 502,
    label: "Provider refused",
    message: ({ sentence = "" }) => String(sentence),
  },
});

/** 503 with every reason. */
export const liveUnavailable = (reasons: readonly string[]): Refusal =>
  new Refusal({
    status: 503,
    label: "Live mode is not available",
    messages: reasons,
    extra: { reasons: [...reasons] },
  });
