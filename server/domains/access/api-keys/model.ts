import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { confirmed } from "../../owner/confirmations/model.ts";

/** The setting that lists permanently revoked credentials by kind, so that no restore makes them valid again. */
export const revokedKey = "withdrawn";

export const keyGrant = z.enum(["api", "quick_router", "external_app"]);
export type Grant = z.infer<typeof keyGrant>;

/** `retired`: it came from API_KEYS and is no longer listed there. */
export const keyStatus = z.enum(["active", "revoked", "retired"]);
export type KeyStatus = z.infer<typeof keyStatus>;

export const apiKey = z
  .object({
    id: z.number().int(),
    name: z.string(),
    status: keyStatus,
    source: z.enum(["env", "minted"]),
    grant: keyGrant,
    /** The first eight hex digits of its SHA-256, the only part of the key that is ever shown. */
    fingerprint: z.string(),
    /** The integration it belongs to, if the grant is external_app. */
    external_app: z.object({ id: z.number().int(), name: z.string() }).nullable(),
    /**
     * Who created it, or made it valid again; null for keys of API_KEYS and of earlier versions. A key that a connection or
     * another key made is valid for as long as that one.
     */
    made_by: z.string().nullable(),
    agent_sessions_use_it: z.boolean(),
    last_used_at: z.string().nullable(),
    created_at: z.string(),
    revoked_at: z.string().nullable(),
  })
  .meta({ id: "ApiKey" });
export type ApiKey = z.infer<typeof apiKey>;

export const keyNameLimit = 100;

const ref = z.object({ id: z.string().regex(/^\d{1,15}$/) });
const changed = z.object({ api_key: apiKey, message: z.string() });
/** Validated by the service, which reports every problem at once. */
const mintRequest = { name: z.string().nullish(), grant: z.string().nullish() };

export const apiKeyOperations = {
  listApiKeys: operation({
    id: "listApiKeys",
    method: "get",
    path: "/api_keys",
    source: "E75",
    summary: "List all API keys, active first, then newest first, without the keys themselves",
    callers: ["api", "native"],
    response: z.object({ api_keys: z.array(apiKey) }),
  }),
  mintApiKey: confirmed(
    operation({
      id: "mintApiKey",
      method: "post",
      path: "/api_keys",
      source: "E76",
      summary: "Create an API key; the response contains its only copy",
      callers: ["human"],
      body: z.object({ ...mintRequest, api_key: z.object(mintRequest).nullish() }),
      secretAnswer: true,
      response: z.object({ api_key: apiKey, token: z.string() }),
      status: 201,
      errors: [403],
    }),
    "mint_api_key",
    ({ body }) => {
      const { name, grant } = body.api_key ?? body;
      return name?.trim() ? { name, grant: grant ?? "api" } : null;
    },
  ),
  revokeApiKey: operation({
    id: "revokeApiKey",
    method: "delete",
    path: "/api_keys/{id}",
    source: "E77",
    summary: "Revoke an API key; it stays listed",
    callers: ["human"],
    params: ref,
    response: changed,
    errors: [403, 404],
  }),
  restoreApiKey: confirmed(
    operation({
      id: "restoreApiKey",
      method: "post",
      path: "/api_keys/{id}/restore",
      source: "E78",
      summary: "Restore a revoked API key",
      callers: ["human"],
      params: ref,
      response: changed,
      errors: [403, 404],
    }),
    "restore_api_key",
    ({ params }) => ({ id: Number(params.id) }),
  ),
} as const;
