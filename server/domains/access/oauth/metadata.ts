import type { AuthorizationServer, ProtectedResource } from "./model.ts";
import { scope } from "./rules.ts";

export const routes = {
  authorization: "/oauth/authorize",
  token: "/oauth/token",
  registration: "/oauth/register",
  revocation: "/oauth/revoke",
  jwks: "/oauth/jwks",
} as const;

/** Where people approve clients. */
export const authorizationPath = routes.authorization;

const resourceMetadataPath = "/.well-known/oauth-protected-resource/mcp";

/** Paths that pages of any origin may call. None of them accepts a cookie. */
export const crossOriginPaths: readonly string[] = [
  routes.token,
  routes.registration,
  routes.revocation,
  routes.jwks,
  "/.well-known/oauth-protected-resource",
  resourceMetadataPath,
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-authorization-server/mcp",
];

/** The resource that tokens are issued for. */
export const resourceAt = (issuer: string): string => `${issuer}/mcp`;

export const protectedResource = (issuer: string): ProtectedResource => ({
  resource: resourceAt(issuer),
  authorization_servers: [issuer],
  scopes_supported: [scope],
  bearer_methods_supported: ["header"],
  resource_name: "Signalbox",
});

/** The same metadata the provider would return, without loading the provider. */
export const authorizationServer = (issuer: string): AuthorizationServer => ({
  issuer,
  authorization_endpoint: issuer + routes.authorization,
  token_endpoint: issuer + routes.token,
  registration_endpoint: issuer + routes.registration,
  revocation_endpoint: issuer + routes.revocation,
  jwks_uri: issuer + routes.jwks,
  scopes_supported: [scope, "offline_access"],
  response_types_supported: ["code"],
  response_modes_supported: ["form_post", "fragment", "query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
});
