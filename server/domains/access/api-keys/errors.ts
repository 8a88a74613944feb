import { defineRefusals, Refusal } from "../../../lib/errors.ts";

export const keyRefusal = defineRefusals({
  not_found: { status: 404, label: "Not Found", message: "API key not found" },
  unauthorized: { status: 401, label: "Unauthorized", message: "Invalid or missing API key" },
  needs_person: {
    status: 403,
    label: "Forbidden",
    message: "This needs a person's sign-in that acts as the person; an API key may not do it",
  },
});

/** One sentence for each fault of a key that was to be minted. */
export const keyNotMinted = (messages: readonly string[]): Refusal =>
  new Refusal({ status: 422, label: "Validation failed", messages });
