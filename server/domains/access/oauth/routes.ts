import type { Request } from "express";
import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { authorizationServer, protectedResource } from "./metadata.ts";
import { oauthDocumentOperations, oauthGrantOperations } from "./model.ts";
import type { OauthService } from "./service.ts";

export function oauthRoutes(oauth: OauthService, issuerOf: (request: Request) => string): Endpoint[] {
  return [
    ...endpoints(oauthGrantOperations, {
      listOauthGrants: (_input, { actor }) => ({ oauth_grants: oauth.list(actor) }),
      updateOauthGrant({ params, body }, { actor }) {
        const grant = oauth.setPrivilege(Number(params.id), body.privilege, actor);
        const means = grant.acts_as_you ? `acts as ${grant.user_email}` : "only relays";
        return {
          oauth_grant: grant,
          message: `Starting with its next request, ${grant.client_name} ${means}`,
        };
      },
      revokeOauthGrant({ params }, { actor }) {
        const { grant, signedOut } = oauth.revoke(Number(params.id), actor);
        const message = signedOut ? "You are signed out" : `${grant.client_name} is disconnected`;
        return { oauth_grant: grant, signed_out: signedOut, message };
      },
    }),
    ...endpoints(oauthDocumentOperations, {
      protectedResource: (_input, { request }) => protectedResource(issuerOf(request)),
      protectedResourceOfMcp: (_input, { request }) => protectedResource(issuerOf(request)),
      authorizationServer: (_input, { request }) => authorizationServer(issuerOf(request)),
      authorizationServerOfMcp: (_input, { request }) => authorizationServer(issuerOf(request)),
    }),
  ];
}
