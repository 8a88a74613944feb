import type { OAuthClientInformationMixed, OAuthClientMetadata } from "@modelcontextprotocol/client";
import { type Discovery, type Outgoing, type Sdk, secretSafeFetch, type Target } from "./discovery.ts";
import { connectorRefusal } from "./errors.ts";
import { text } from "./text.ts";

export interface RegistrationDeps extends Outgoing {
  /** Where the owner publishes a client of this service (CIMD); null for none. */
  clientMetadataUrl: string | null;
}

/** The catalog's client, otherwise the one the owner publishes, otherwise one that is registered now. */
export async function clientFor(
  sdk: Sdk,
  deps: RegistrationDeps,
  of: { target: Target; discovery: Discovery; redirectUri: string; scope: string | undefined },
): Promise<OAuthClientInformationMixed> {
  const { clientId, clientSecret } = of.target.oauth;
  if (clientId !== undefined)
    return { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) };
  const { metadata, authorizationServer } = of.discovery;
  const acceptsPublished = metadata?.client_id_metadata_document_supported === true;
  if (acceptsPublished && deps.clientMetadataUrl !== null) return { client_id: deps.clientMetadataUrl };
  if (metadata && metadata.registration_endpoint === undefined)
    throw connectorRefusal("unusable_server", { reason: text.noRegistration });
  const { redirectUri, scope } = of;
  return sdk.registerClient(authorizationServer, {
    ...(metadata && { metadata }),
    clientMetadata: sdk.resolveClientMetadata({
      clientMetadata: clientMetadataFor(redirectUri, metadata),
      redirectUrl: redirectUri,
    }),
    ...(scope !== undefined && { scope }),
    fetchFn: secretSafeFetch(deps, of.target.url),
  });
}

/** A public client, unless the server only accepts clients with a secret. */
function clientMetadataFor(redirectUri: string, metadata: Discovery["metadata"]): OAuthClientMetadata {
  const methods = metadata?.token_endpoint_auth_methods_supported ?? ["none"];
  const [first = "none"] = methods;
  return {
    client_name: "Signalbox",
    redirect_uris: [redirectUri],
    response_types: ["code"],
    token_endpoint_auth_method: methods.includes("none") ? "none" : first,
  };
}
