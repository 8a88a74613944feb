import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { confirmed } from "../../owner/confirmations/model.ts";

/** Whether messages through a connection count as the person's own, or as relayed by a program. */
export const privilegeNames = ["act_as_human", "relay_only"] as const;
export const privilege = z.enum(privilegeNames, {
  error: "A connection's privilege is act_as_human or relay_only",
});
export type Privilege = z.infer<typeof privilege>;

/** Whom `signalbox grant` issues tokens to, and how the list of connections names them. */
export const tokenRequest = z.object({
  person: z.object({ email: z.string().max(320), name: z.string().max(320) }),
  privilege,
  label: z.string().max(200),
});
export type TokenRequest = z.infer<typeof tokenRequest>;

export const issuedTokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  grant_id: z.number().int(),
});
export type IssuedTokens = z.infer<typeof issuedTokens>;

/** A client that a person approved. */
export const oauthGrant = z
  .object({
    id: z.number().int(),
    client_name: z.string(),
    client_label: z.string().nullable(),
    client_id: z.string(),
    /** Whether it is the first-party client. */
    first_party: z.boolean(),
    registration: z.enum(["published", "self_registered"]),
    /** The host that publishes the client's metadata; null for a client that registered itself. */
    publisher_host: z.string().nullable(),
    user_email: z.string(),
    privilege,
    acts_as_you: z.boolean(),
    status: z.enum(["active", "revoked"]),
    /** Whether this connection made the request. */
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
    summary: "List up to 50 connections, active first, then most recently used",
    callers: ["api", "native"],
    response: z.object({ oauth_grants: z.array(oauthGrant) }),
  }),
  updateOauthGrant: confirmed(
    operation({
      id: "updateOauthGrant",
      method: "patch",
      path: "/oauth_grants/{id}",
      source: "E73",
      summary: "Change a connection's privilege, effective with its next request",
      callers: ["human"],
      params: ref,
      body: z.object({ privilege }),
      response: z.object(answer),
      errors: [403, 404],
    }),
    "raise_connection",
    ({ params, body }) => (body.privilege === "act_as_human" ? { id: Number(params.id) } : null),
  ),
  revokeOauthGrant: operation({
    id: "revokeOauthGrant",
    method: "delete",
    path: "/oauth_grants/{id}",
    source: "E74",
    summary: "Revoke a connection and all of its tokens, effective with its next request",
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
  summary: "Protected resource metadata of /mcp (RFC 9728)",
  callers: ["anyone"],
  response: protectedResource,
} as const;

const serverDocument = {
  method: "get",
  base: "root",
  summary: "Authorization server metadata (RFC 8414)",
  callers: ["anyone"],
  response: authorizationServer,
} as const;

/** Each document is served twice, because older clients append the resource's path to the well-known one. */
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
