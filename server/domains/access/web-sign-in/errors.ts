import { defineRefusals } from "../../../lib/errors.ts";

export const signInRefusal = defineRefusals({
  off: { status: 409, label: "Web sign-in is off", message: "Nobody signs in here: web sign-in is off" },
  not_found: { status: 404, label: "Not Found", message: "Browser not found" },
  expired: {
    status: 403,
    label: "Sign-in not finished",
    message: "This sign-in took too long, was finished already, or began in another browser. Start again.",
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
  email_unverified: {
    status: 403,
    label: "Sign-in refused",
    message: "The identity provider has not verified this account's address",
  },
  domain_not_allowed: {
    status: 403,
    label: "Sign-in refused",
    message: "This account belongs to none of the domains that may sign in here. Use your work account.",
  },
  address_taken: {
    status: 403,
    label: "Sign-in refused",
    message:
      "Another account signed in with this address before. Whoever runs this Signalbox can void that account's authenticator with SERVICE_WEB_AUTH_RESET_BEFORE.",
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
    message: "That code is not right, or it was used already. Wait for the next one and try again.",
  },
  enrolled: {
    status: 409,
    label: "An authenticator is set up",
    message: "This account has an authenticator already",
  },
  not_enrolled: { status: 409, label: "No authenticator", message: "No authenticator is set up" },
});
