import { defineRefusals } from "../../../lib/errors.ts";

export const sandboxRefusal = defineRefusals({
  unknown_level: {
    status: 422,
    label: "Invalid sandbox",
    message: ({ value = "", known = "" }) => `Unknown sandbox "${value}". Valid: ${known}`,
  },
  unknown_grant: {
    status: 422,
    label: "Invalid sandbox_grants",
    message: ({ value = "", known = "" }) => `Unknown grant "${value}". Valid: ${known}`,
  },
  grant_not_given: {
    status: 422,
    label: "Invalid sandbox_grants",
    message: ({ value = "", given = "" }) =>
      `The service does not grant "${value}". SERVICE_SANDBOX_GRANTS lists ${given === "" ? "nothing" : given}`,
  },
  not_a_person: {
    status: 403,
    label: "Forbidden",
    message: "Only a person at the board can change a repository's sandbox",
  },
});
