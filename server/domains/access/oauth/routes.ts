import type { Request } from "express";
import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { authorizationServer, protectedResource } from "./metadata.ts";
import { oauthDocumentOperations, oauthGrantOperations } from "./model.ts";
import type { OauthService } from "./service.ts";
import { text } from "./text.ts";

export function oauthRoutes(oauth: OauthService, issuerOf: (request: Request) => string): Endpoint[] {
  return [
    ...endpoints(oauthGrantOperations, {
      listOauthGrants: (_input, { actor }) => ({ oauth_grants: oauth.list(actor) }),
      updateOauthGrant({ params, body }, { actor }) {
        const grant = oauth.setPrivilege(Number(params.id), body.privilege, actor);
        const actsAs = grant.acts_as_you ? grant.user_email : null;
        return { oauth_grant: grant, message: text.privilegeChanged(grant.client_name, actsAs) };
      },
      revokeOauthGrant({ params }, { actor }) {
        const { grant, signedOut } = oauth.revoke(Number(params.id), actor);
        const message = signedOut ? text.signedOut : text.disconnected(grant.client_name);
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
