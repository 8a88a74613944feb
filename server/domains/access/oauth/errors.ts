import { defineRefusals } from "../../../lib/errors.ts";

export const oauthRefusal = defineRefusals({
  grant_not_found: { status: 404, label: "Not Found", message: "Connection not found" },
  grant_revoked: {
    status: 422,
    label: "Connection revoked",
    message: "The connection is revoked, so its privilege cannot change. Approve the client again.",
  },
  not_signed_in: {
    status: 403,
    label: "Not connected",
    message: "The sign-in could not be finished or was already finished. Start again with a new code.",
  },
  needs_person: {
    status: 403,
    label: "Forbidden",
    message: "This requires a connection that acts as the person; this one only relays",
  },
});
