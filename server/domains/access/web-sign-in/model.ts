import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { webSignIn } from "../identity/model.ts";

const browser = z.object({
  id: z.number().int(),
  /** Such as "Firefox on Linux". */
  browser: z.string(),
  /** Whether this browser made the request. */
  current: z.boolean(),
  created_at: z.string(),
});

export const webSignInState = z.object({
  /** `incomplete`: only some of its settings are set, and no one can sign in. */
  state: z.enum(["off", "on", "incomplete"]),
  /** Names of the settings that are not set. */
  missing: z.array(z.string()),
  issuer: z.string(),
  /** To be registered at the identity provider. */
  redirect_uri: z.string(),
  allowed_domains: z.array(z.string()),
  second_factor: z.enum(["required", "off"]),
  sign_in_days: z.number().int(),
  trusted_browser_days: z.number().int(),
  /** The caller's own sign-in; null while web sign-in is off. */
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
    summary: "Get the web sign-in settings and the caller's signed-in browsers",
    callers: ["board"],
    response: webSignInState,
  }),
  newRecoveryCodes: operation({
    id: "newRecoveryCodes",
    method: "post",
    path: "/web_sign_in/recovery_codes",
    summary: "Replace the recovery codes with ten new ones, which are shown only once",
    callers: ["board"],
    /** From the authenticator, or a recovery code. */
    body: z.object({ code: z.string().max(100) }),
    secretAnswer: true,
    response: z.object({ recovery_codes: z.array(z.string()) }),
    errors: [409],
  }),
  endWebSignIn: operation({
    id: "endWebSignIn",
    method: "delete",
    path: "/web_sign_in/browsers/{id}",
    summary: "Sign out one browser",
    callers: ["board"],
    params: ref,
    response: z.object({ message: z.string() }),
    errors: [404, 409],
  }),
  forgetBrowser: operation({
    id: "forgetBrowser",
    method: "delete",
    path: "/web_sign_in/trusted_browsers/{id}",
    summary: "Stop trusting a browser, so that it is asked for a code again",
    callers: ["board"],
    params: ref,
    response: z.object({ message: z.string() }),
    errors: [404, 409],
  }),
  signOut: operation({
    id: "signOut",
    method: "post",
    path: "/web_sign_in/sign_out",
    summary: "Sign out this browser",
    callers: ["board"],
    response: z.object({ message: z.string() }),
    errors: [409],
  }),
} as const;
