import { z } from "zod";
import { operation } from "../../../http/model.ts";

/** The caller, as proven by the credential. An API key has no person behind it. */
export const me = z
  .discriminatedUnion("authenticated_as", [
    z.object({
      authenticated_as: z.literal("native_app"),
      email: z.string(),
      privilege: z.enum(["act_as_human", "relay_only"]),
      acts_as_you: z.boolean(),
      grant_id: z.number().int(),
    }),
    z.object({
      authenticated_as: z.literal("api_key"),
      api_key: z.object({
        id: z.number().int(),
        name: z.string(),
        source: z.enum(["env", "minted"]),
        grant: z.enum(["api", "quick_router", "external_app"]),
      }),
    }),
    z.object({
      authenticated_as: z.literal("board"),
      email: z.string().nullable(),
      name: z.string().nullable(),
      acts_as_you: z.literal(true),
    }),
  ])
  .meta({ id: "Me" });
export type Me = z.infer<typeof me>;

export const webSignIn = z
  .object({
    email: z.string(),
    name: z.string(),
    last_signed_in_at: z.string(),
    totp_required: z.boolean(),
    totp_enrolled_at: z.string().nullable(),
    recovery_codes_remaining: z.number().int(),
  })
  .meta({ id: "WebSignIn" });
export type WebSignIn = z.infer<typeof webSignIn>;

/** Unknown values are null: a packaged app is not a git repository. */
export const deployment = z
  .object({
    git: z.object({
      commit_sha: z.string().nullable(),
      commit_short: z.string().nullable(),
      branch: z.string().nullable(),
      commit_date: z.string().nullable(),
    }),
    /** The keys are fixed by the API; the values name what really runs (X52). */
    environment: z.object({ rails_env: z.string(), ruby_version: z.string(), rails_version: z.string() }),
  })
  .meta({ id: "Deployment" });
export type Deployment = z.infer<typeof deployment>;

const name = z.string().trim().min(1, "The name is blank").max(200, "The name is longer than 200 characters");
const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, "The address is longer than 254 characters")
  // Git accepts addresses that end in a bare machine name.
  .regex(/^[^\s@]+@[^\s@]+$/, "Enter a valid email address");

/** The owner of this machine, as entered in the settings. */
export const ownerProfile = z.object({ name, email: email.nullable() });
export type OwnerProfile = z.infer<typeof ownerProfile>;

export const owner = z
  .object({
    name: z.string().nullable(),
    email: z.string().nullable(),
    /** Where the name comes from; `profile` is what the owner saved and takes precedence. */
    source: z.enum(["profile", "environment", "account", "nobody"]),
  })
  .meta({ id: "Owner" });
export type Owner = z.infer<typeof owner>;

export const identityOperations = {
  getMe: operation({
    id: "getMe",
    method: "get",
    path: "/me",
    source: "E71",
    summary: "Get the caller's identity, their web sign-in, and what is deployed",
    callers: ["api", "native"],
    response: z.object({ me, web_sign_in: webSignIn.nullable(), deployment }),
  }),
  signOutEverywhere: operation({
    id: "signOutEverywhere",
    method: "post",
    path: "/sign_out_everywhere",
    source: "E79",
    summary: "End every web sign-in of the caller's address and revoke the calling connection",
    callers: ["human"],
    response: z.object({
      signed_out_everywhere: z.literal(true),
      web_sign_ins_ended: z.number().int(),
      this_connection_revoked: z.literal(true),
      message: z.string(),
    }),
    errors: [403],
  }),
  getOwner: operation({
    id: "getOwner",
    method: "get",
    path: "/owner",
    summary: "Get the owner of this machine, and how commands of Signalbox are run there",
    callers: ["board"],
    response: z.object({
      owner,
      /** What a command begins with; null in the packaged app, which brings none. */
      command_line: z.string().nullable(),
    }),
  }),
  suggestOwner: operation({
    id: "suggestOwner",
    method: "get",
    path: "/owner/suggestion",
    summary: "Suggest the owner's name and email from git's configuration; nothing is stored",
    callers: ["board"],
    response: z.object({ name: z.string().nullable(), email: z.string().nullable() }),
  }),
  saveOwner: operation({
    id: "saveOwner",
    method: "put",
    path: "/owner",
    summary: "Save the name and email of this machine's owner",
    callers: ["board"],
    body: ownerProfile,
    response: z.object({ owner }),
  }),
} as const;
