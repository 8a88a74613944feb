import { defineRefusals } from "../../../lib/errors.ts";

const label = "Validation failed";

export const accountRefusal = defineRefusals({
  unknown: { status: 404, label: "Not Found", message: "Account not found" },
  unknown_runtime: { status: 422, label, message: ({ runtime }) => `There is no runtime "${runtime}"` },
  no_pool: {
    status: 422,
    label,
    message: ({ runtime }) => `${runtime} has no accounts. It takes the key of its provider instead.`,
  },
  email_blank: { status: 422, label, message: "Email can't be blank" },
  email_too_long: { status: 422, label, message: "Email is too long (maximum is 200 characters)" },
  email_taken: {
    status: 422,
    label,
    message: ({ email, runtime }) => `${runtime} already has an account ${email}`,
  },
  key_malformed: {
    status: 422,
    label,
    message: "An API key is one word, at most 1,000 characters long",
  },
  not_a_key_account: { status: 422, label, message: ({ email }) => `${email} signs in; it has no API key` },
  unknown_login: { status: 404, label: "Not Found", message: "Sign-in not found" },
  key_account: { status: 422, label, message: ({ email }) => `${email} has an API key; it needs no sign-in` },
  code_blank: { status: 422, label, message: "Code can't be blank" },
  login_over: { status: 422, label, message: "This sign-in has ended. Start another one." },
  not_admitted: { status: 422, label: "Cannot activate", message: ({ sentence }) => String(sentence) },
});
