import { defineRefusals } from "../../../lib/errors.ts";

export const signInRefusal = defineRefusals({
  off: { status: 409, label: "Web sign-in is off", message: "Web sign-in is off" },
  not_found: { status: 404, label: "Not Found", message: "Browser not found" },
  expired: {
    status: 403,
    label: "Sign-in not finished",
    message: "This sign-in expired, was already finished, or was started in another browser. Start again.",
  },
  not_verified: {
    status: 403,
    label: "Sign-in refused",
    message: "The identity provider's answer could not be verified. Start again.",
  },
  denied: {
    status: 403,
    label: "Sign-in refused",
    message: "The identity provider did not sign you in. Start again.",
  },
  unreachable: {
    status: 502,
    label: "Identity provider not reachable",
    message: "The identity provider did not answer. Try again in a moment.",
  },
  unusable: {
    status: 502,
    label: "Identity provider not usable",
    message:
      "The identity provider describes itself in a way that is not safe to follow. The service's log has the details.",
  },
  email_unverified: {
    status: 403,
    label: "Sign-in refused",
    message: "The identity provider has not verified this account's email address",
  },
  domain_not_allowed: {
    status: 403,
    label: "Sign-in refused",
    message:
      "This account does not belong to a domain that is allowed to sign in here. Use your work account.",
  },
  address_taken: {
    status: 403,
    label: "Sign-in refused",
    message:
      "Another account has already signed in with this address. The administrator of this Signalbox can reset that account's authenticator with SERVICE_WEB_AUTH_RESET_BEFORE.",
  },
  locked: {
    status: 429,
    label: "Too many wrong codes",
    message: ({ minutes = 0 }) =>
      `Too many wrong codes. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
  },
  wrong_code: {
    status: 422,
    label: "Wrong code",
    message: "That code is wrong or was already used. Wait for the next one and try again.",
  },
  enrolled: {
    status: 409,
    label: "Authenticator already set up",
    message: "This account already has an authenticator",
  },
  not_enrolled: { status: 409, label: "No authenticator", message: "This account has no authenticator" },
});
