/**
 * An MCP client that gets its tokens as the service does, for the conformance suite: `connector-client.ts <server>`.
 * The suite's servers are on loopback without TLS, so https and public addresses are not required here; everything else is
 * the connector's own code. The suite requires asking for more scopes during a call; in the product, agents do that
 * themselves.
 */
import {
  Client,
  computeScopeUnion,
  extractWWWAuthenticateParams,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { mcpOauth } from "../../server/domains/agents/mcp-connections/oauth-client.ts";

const redirectUri = "http://127.0.0.1:38921/oauth/mcp/callback";
const mostSignIns = 3;

const serverUrl = process.argv.at(-1) ?? "";
const context = JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}") as {
  client_id?: string;
  client_secret?: string;
};
const version = process.env["MCP_CONFORMANCE_PROTOCOL_VERSION"];

const oauth = mcpOauth({
  fetchFor: () => fetch,
  clientMetadataUrl: "https://conformance-test.local/client-metadata.json",
  endpointProblem: () => null,
});
const target = {
  url: serverUrl,
  oauth: {
    ...(context.client_id !== undefined && { clientId: context.client_id }),
    ...(context.client_secret !== undefined && { clientSecret: context.client_secret }),
  },
};

type Challenge = NonNullable<Parameters<typeof oauth.begin>[1]["challenge"]>;

/** Authorization and token request, with a person who approves. */
async function signIn(challenge?: Challenge): Promise<string> {
  const state = crypto.randomUUID();
  const wish = { redirectUri, state, ...(challenge && { challenge }) };
  const { url, leg } = await oauth.begin(target, wish);
  const answer = await fetch(url, { redirect: "manual" });
  const { searchParams } = new URL(answer.headers.get("location") ?? "");
  if (searchParams.get("state") !== state) throw new Error("Another state came back");
  const iss = searchParams.get("iss") ?? undefined;
  await oauth.checkIssuer(leg.discovery, iss);
  const code = searchParams.get("code") ?? "";
  const tokens = await oauth.exchange(leg, { serverUrl, code, iss });
  granted = computeScopeUnion(granted, leg.scope ?? undefined);
  return tokens.access_token;
}

let granted: string | undefined;
let token: string | undefined;

/** Signs in when the server requires it, and again when it requires more scopes. */
const authorized: typeof fetch = async (input, init) => {
  const send = (): Promise<Response> => {
    const headers = new Headers(init?.headers);
    if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
    return fetch(input, { ...init, headers });
  };
  let answer = await send();
  for (let tries = 1; tries < mostSignIns && (answer.status === 401 || answer.status === 403); tries += 1) {
    const { scope, resourceMetadataUrl } = extractWWWAuthenticateParams(answer);
    const wanted = answer.status === 403 ? computeScopeUnion(granted, scope) : scope;
    const at = resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl };
    token = await signIn(wanted === undefined ? undefined : { ...at, scope: wanted });
    answer = await send();
  }
  return answer;
};

const client = new Client(
  { name: "signalbox-connector", version: "1" },
  version === "2026-07-28" ? { versionNegotiation: { mode: "auto" } } : {},
);
await client.connect(new StreamableHTTPClientTransport(new URL(serverUrl), { fetch: authorized }));
const { tools } = await client.listTools();
for (const { name } of tools) await client.callTool({ name, arguments: {} });
await client.close();
