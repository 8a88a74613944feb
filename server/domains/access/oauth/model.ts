import { z } from "zod";
import { operation } from "../../../http/model.ts";

/** What a connection's words count as: the person's own, or a program's that passes them on. */
export const privilegeNames = ["act_as_human", "relay_only"] as const;
export const privilege = z.enum(privilegeNames, {
  error: "A connection's privilege is act_as_human or relay_only",
});
export type Privilege = z.infer<typeof privilege>;

/** A client that a person let in. */
export const oauthGrant = z
  .object({
    id: z.number().int(),
    client_name: z.string(),
    client_label: z.string().nullable(),
    client_id: z.string(),
    /** The app of this service itself. */
    first_party: z.boolean(),
    registration: z.enum(["published", "self_registered"]),
    /** The host that publishes the client's description; null for one that registered itself. */
    publisher_host: z.string().nullable(),
    user_email: z.string(),
    privilege,
    acts_as_you: z.boolean(),
    status: z.enum(["active", "revoked"]),
    /** It is the connection that asks. */
    current: z.boolean(),
    created_at: z.string(),
    last_used_at: z.string().nullable(),
    scope_changed_at: z.string().nullable(),
    scope_change_reason: z.string().nullable(),
    revoked_at: z.string().nullable(),
    revocation_reason: z.string().nullable(),
  })
  .meta({ id: "OauthGrant" });
export type OauthGrant = z.infer<typeof oauthGrant>;

const ref = z.object({ id: z.string().regex(/^\d{1,15}$/) });
const answer = { oauth_grant: oauthGrant, message: z.string() };

export const oauthGrantOperations = {
  listOauthGrants: operation({
    id: "listOauthGrants",
    method: "get",
    path: "/oauth_grants",
    source: "E72",
    summary: "Connections of the deployment: active first, then the most recently used, at most 50",
    callers: ["api", "native"],
    response: z.object({ oauth_grants: z.array(oauthGrant) }),
  }),
  updateOauthGrant: operation({
    id: "updateOauthGrant",
    method: "patch",
    path: "/oauth_grants/{id}",
    source: "E73",
    summary: "Change what a connection's words count as, from its next request on",
    callers: ["human"],
    params: ref,
    body: z.object({ privilege }),
    response: z.object(answer),
    errors: [403, 404],
  }),
  revokeOauthGrant: operation({
    id: "revokeOauthGrant",
    method: "delete",
    path: "/oauth_grants/{id}",
    source: "E74",
    summary: "End a connection; all its tokens are refused from the next request on",
    callers: ["human"],
    params: ref,
    response: z.object({ ...answer, signed_out: z.boolean() }),
    errors: [403, 404],
  }),
} as const;

const protectedResource = z
  .object({
    resource: z.string(),
    authorization_servers: z.array(z.string()),
    scopes_supported: z.array(z.string()),
    bearer_methods_supported: z.array(z.string()),
    resource_name: z.string(),
  })
  .meta({ id: "ProtectedResourceMetadata" });
export type ProtectedResource = z.infer<typeof protectedResource>;

const authorizationServer = z
  .object({
    issuer: z.string(),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    registration_endpoint: z.string(),
    revocation_endpoint: z.string(),
    jwks_uri: z.string(),
    scopes_supported: z.array(z.string()),
    response_types_supported: z.array(z.string()),
    response_modes_supported: z.array(z.string()),
    grant_types_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.string()),
    revocation_endpoint_auth_methods_supported: z.array(z.string()),
    code_challenge_methods_supported: z.array(z.string()),
    authorization_response_iss_parameter_supported: z.literal(true),
    client_id_metadata_document_supported: z.literal(true),
  })
  .meta({ id: "AuthorizationServerMetadata" });
export type AuthorizationServer = z.infer<typeof authorizationServer>;

const resourceDocument = {
  method: "get",
  base: "root",
  summary: "What /mcp is and who gives tokens for it (RFC 9728)",
  callers: ["anyone"],
  response: protectedResource,
} as const;

const serverDocument = {
  method: "get",
  base: "root",
  summary: "Where the authorization server answers and what it can do (RFC 8414)",
  callers: ["anyone"],
  response: authorizationServer,
} as const;

/** Each document twice: older clients put the path of the resource behind the well-known one. */
export const oauthDocumentOperations = {
  protectedResource: operation({
    ...resourceDocument,
    id: "protectedResource",
    path: "/.well-known/oauth-protected-resource",
    source: "E162",
  }),
  protectedResourceOfMcp: operation({
    ...resourceDocument,
    id: "protectedResourceOfMcp",
    path: "/.well-known/oauth-protected-resource/mcp",
    source: "E163",
  }),
  authorizationServer: operation({
    ...serverDocument,
    id: "authorizationServer",
    path: "/.well-known/oauth-authorization-server",
    source: "E164",
  }),
  authorizationServerOfMcp: operation({
    ...serverDocument,
    id: "authorizationServerOfMcp",
    path: "/.well-known/oauth-authorization-server/mcp",
    source: "E165",
  }),
} as const;
