import type { IssuedTokens, TokenRequest } from "./model.ts";
import type { OauthServer } from "./provider.ts";
import { describeClient, firstPartyId, lifetimes, scope } from "./rules.ts";
import type { OauthService } from "./service.ts";

/** Connects the first-party client without asking for consent, for a caller with access to the data folder. */
export async function issueTokens(
  { provider, resource }: OauthServer,
  oauth: Pick<OauthService, "approve">,
  { person, privilege, label }: TokenRequest,
): Promise<IssuedTokens> {
  const client = await provider.Client.find(firstPartyId);
  if (!client) throw new Error("The first-party client is not configured");
  const grant = new provider.Grant({ accountId: person.email, clientId: firstPartyId });
  grant.addResourceScope(resource, scope);
  const grantId = await grant.save();
  const id = oauth.approve({
    grantKey: grantId,
    client: describeClient(firstPartyId, undefined),
    person,
    privilege,
    label,
    through: null,
  });
  const common = { client, accountId: person.email, grantId, scope, gty: "authorization_code" };
  const access = new provider.AccessToken({
    ...common,
    resourceServer: new provider.ResourceServer(resource, {
      scope,
      audience: resource,
      accessTokenTTL: lifetimes.access,
    }),
  });
  const refresh = new provider.RefreshToken({ ...common, resource });
  return { access_token: await access.save(), refresh_token: await refresh.save(), grant_id: id };
}
