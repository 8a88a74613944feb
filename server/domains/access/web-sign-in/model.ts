import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { webSignIn } from "../identity/model.ts";

const browser = z.object({
  id: z.number().int(),
  /** Such as "Firefox on Linux". */
  browser: z.string(),
  /** The one that asks. */
  current: z.boolean(),
  created_at: z.string(),
});

export const webSignInState = z.object({
  /** `incomplete`: some of its settings are made and some are not, and nobody gets in. */
  state: z.enum(["off", "on", "incomplete"]),
  /** Names of the settings that are not made. */
  missing: z.array(z.string()),
  issuer: z.string(),
  /** To be registered at the identity provider. */
  redirect_uri: z.string(),
  allowed_domains: z.array(z.string()),
  second_factor: z.enum(["required", "off"]),
  sign_in_days: z.number().int(),
  trusted_browser_days: z.number().int(),
  /** Who asks; null while web sign-in is off. */
  you: webSignIn.nullable(),
  browsers: z.array(browser.extend({ last_used_at: z.string() })),
  trusted_browsers: z.array(browser.extend({ expires_at: z.string() })),
});
export type WebSignInState = z.infer<typeof webSignInState>;

const ref = z.object({ id: z.string().regex(/^\d{1,15}$/) });

export const webSignInOperations = {
  getWebSignIn: operation({
    id: "getWebSignIn",
    method: "get",
    path: "/web_sign_in",
    summary: "How people sign in to the board, and with which browsers the person who asks did",
    callers: ["board"],
    response: webSignInState,
  }),
  newRecoveryCodes: operation({
    id: "newRecoveryCodes",
    method: "post",
    path: "/web_sign_in/recovery_codes",
    summary: "Make ten new recovery codes in place of all others; shown this once",
    callers: ["board"],
    /** From the authenticator, or a recovery code. */
    body: z.object({ code: z.string().max(100) }),
    response: z.object({ recovery_codes: z.array(z.string()) }),
    errors: [409],
  }),
  endWebSignIn: operation({
    id: "endWebSignIn",
    method: "delete",
    path: "/web_sign_in/browsers/{id}",
    summary: "Sign one browser out",
    callers: ["board"],
    params: ref,
    response: z.object({ message: z.string() }),
    errors: [404, 409],
  }),
  forgetBrowser: operation({
    id: "forgetBrowser",
    method: "delete",
    path: "/web_sign_in/trusted_browsers/{id}",
    summary: "Ask one trusted browser for a code again",
    callers: ["board"],
    params: ref,
    response: z.object({ message: z.string() }),
    errors: [404, 409],
  }),
  signOut: operation({
    id: "signOut",
    method: "post",
    path: "/web_sign_in/sign_out",
    summary: "Sign this browser out",
    callers: ["board"],
    response: z.object({ message: z.string() }),
    errors: [409],
  }),
} as const;
