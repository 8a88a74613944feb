import { defineRefusals } from "../../../lib/errors.ts";

export const ownerSettingRefusal = defineRefusals({
  person_only: {
    status: 403,
    label: "Forbidden",
    message: "Only a person may change mcp_apps: on the board, or with a connection that acts as them",
  },
});
