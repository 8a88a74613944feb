import { defineRefusals } from "../../../lib/errors.ts";

const validation = { status: 422, label: "Validation failed" } as const;

export const externalAppRefusal = defineRefusals({
  not_found: { status: 404, label: "Not Found", message: "Integration not found" },
  key_not_found: { status: 404, label: "Not Found", message: "The integration has no such key" },
  name_taken: { ...validation, message: ({ name = "" }) => `Another integration is named "${name}"` },
  name_missing: { ...validation, message: "An integration needs a name" },
  trigger_unknown: { ...validation, message: ({ id = "" }) => `There is no trigger ${id}` },
  field_missing: {
    status: 422,
    label: "Missing parameter",
    message: ({ action = "", field = "" }) => `${action} needs ${field}`,
  },
  needs_person: {
    status: 403,
    label: "Forbidden",
    message:
      "A connection that only relays cannot create a key, or open triggers to keys that exist. Ask the owner to do this under Settings, Integrations",
  },
  disabled: { status: 403, label: "Forbidden", message: "This integration is switched off" },
  post_only: { status: 405, label: "Method Not Allowed", message: "Send each message with POST" },
});
