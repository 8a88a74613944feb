import { defineRefusals } from "../../../lib/errors.ts";

const validation = { status: 422, label: "Validation failed" } as const;

export const externalAppRefusal = defineRefusals({
  not_found: { status: 404, label: "Not Found", message: "Plugin not found" },
  key_not_found: { status: 404, label: "Not Found", message: "The plugin has no such key" },
  name_taken: { ...validation, message: ({ name = "" }) => `Another plugin is named "${name}"` },
  name_missing: { ...validation, message: "A plugin needs a name" },
  trigger_unknown: { ...validation, message: ({ id = "" }) => `There is no trigger ${id}` },
  field_missing: {
    status: 422,
    label: "Missing parameter",
    message: ({ action = "", field = "" }) => `${action} needs ${field}`,
  },
  disabled: { status: 403, label: "Forbidden", message: "This plugin is switched off" },
  post_only: { status: 405, label: "Method Not Allowed", message: "Send each message with POST" },
});
