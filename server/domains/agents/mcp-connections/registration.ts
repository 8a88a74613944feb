import type { OAuthClientInformationMixed, OAuthClientMetadata } from "@modelcontextprotocol/client";
import { carefulFetch, type Discovery, type Outgoing, type Sdk, type Target } from "./discovery.ts";
import { connectorRefusal } from "./errors.ts";

export interface RegistrationDeps extends Outgoing {
  /** Where the owner publishes a client of this service (CIMD); null for none. */
  clientMetadataUrl: string | null;
}

/** The catalog's client, else the one that the owner publishes, else one that is registered now. */
export async function clientFor(
  sdk: Sdk,
  deps: RegistrationDeps,
  of: { target: Target; discovery: Discovery; redirectUri: string; scope: string | undefined },
): Promise<OAuthClientInformationMixed> {
  const { clientId, clientSecret } = of.target.oauth;
  if (clientId !== undefined)
    return { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) };
  const { metadata, authorizationServer } = of.discovery;
  const takesPublished = metadata?.client_id_metadata_document_supported === true;
  if (takesPublished && deps.clientMetadataUrl !== null) return { client_id: deps.clientMetadataUrl };
  if (metadata && metadata.registration_endpoint === undefined)
    throw connectorRefusal("unusable_server", {
      reason:
        "The server registers no clients by itself. Put a clientId of yours into the catalog's oauth block.",
    });
  const { redirectUri, scope } = of;
  return sdk.registerClient(authorizationServer, {
    ...(metadata && { metadata }),
    clientMetadata: sdk.resolveClientMetadata({
      clientMetadata: clientMetadataFor(redirectUri, metadata),
      redirectUrl: redirectUri,
    }),
    ...(scope !== undefined && { scope }),
    fetchFn: carefulFetch(deps, of.target.url),
  });
}

/** A public client unless the server knows only clients with a secret. */
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
