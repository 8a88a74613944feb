import { z } from "zod";
import { operation } from "../../../http/model.ts";

export const browserSignIn = z
  .object({
    id: z.number().int(),
    /** Such as "Firefox on Linux"; "Desktop app" for the app's own window. */
    browser: z.string(),
    kind: z.enum(["browser", "app"]),
    /** Whether this browser made the request. */
    current: z.boolean(),
    created_at: z.string(),
    last_used_at: z.string(),
    /** When it ends unless it is used before. */
    expires_at: z.string(),
  })
  .meta({ id: "BrowserSignIn" });
export type BrowserSignIn = z.infer<typeof browserSignIn>;

/** To whom the board is open without any sign-in. */
const openTo = z.enum(["nobody", "machine", "network"]);

const message = z.object({ message: z.string() });

export const browserSignInOperations = {
  listBrowserSignIns: operation({
    id: "listBrowserSignIns",
    method: "get",
    path: "/browser_sign_ins",
    summary: "List the browsers signed in to the board with a launch link, most recently used first",
    callers: ["board"],
    response: z.object({ browser_sign_ins: z.array(browserSignIn), open_to: openTo }),
  }),
  endBrowserSignIn: operation({
    id: "endBrowserSignIn",
    method: "delete",
    path: "/browser_sign_ins/{id}",
    summary: "Sign a browser out, effective with its next request",
    callers: ["board"],
    params: z.object({ id: z.string().regex(/^\d{1,15}$/) }),
    response: message,
    errors: [404],
  }),
  endOtherBrowserSignIns: operation({
    id: "endOtherBrowserSignIns",
    method: "delete",
    path: "/browser_sign_ins",
    summary: "Sign out every browser except the caller's",
    callers: ["board"],
    response: message,
  }),
} as const;
