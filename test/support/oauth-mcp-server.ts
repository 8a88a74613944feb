import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { generate } from "selfsigned";

/** How the next requests are answered; a test changes it while the server runs. */
export interface Behaviour {
  /** Of an access token. */
  lifetimeSeconds: number;
  /** Whether the server issues refresh tokens. */
  renews: boolean;
  /** The answer to a refresh; null lets it succeed. */
  refusal: { status: number; error: string } | null;
  /** The error with which the person is sent back instead of a code. */
  denial: { error: string; error_description: string } | null;
  /** The issuer named in the answer. */
  iss: string | null;
  /** Replaces fields of the published metadata. */
  metadata: Record<string, unknown>;
  /** Replaces fields of the document on the MCP server itself. */
  resource: Record<string, unknown>;
  /** Replaces the address of that document in the challenge. */
  resourceAt: string | null;
  /** Replaces fields of the answers to a registration, and with tokens. */
  client: Record<string, unknown>;
  tokens: Record<string, unknown>;
  /** Answers a request for the document on the MCP server, or for the published metadata, in place of the server. */
  document: ((response: Reply) => void) | null;
  description: ((response: Reply) => void) | null;
  /** Resolved before a refresh is answered. */
  beforeRefresh: Promise<void>;
}

export interface OauthMcpServer extends AsyncDisposable {
  /** The URL of the MCP server itself, without TLS, because it is on this machine. */
  url: string;
  issuer: string;
  behaviour: Behaviour;
  /** Requests to the authorization server, as "register", "token authorization_code", "token refresh_token", "revoke". */
  asked: string[];
  /** The requests to the registration endpoint. */
  registrations: Record<string, unknown>[];
  /** Tokens that are valid for the MCP server now. */
  live: Set<string>;
  /** Tokens that MCP clients have used. */
  used: Set<string>;
}

let temporaryCa: ReturnType<typeof trustTemporaryCa> | undefined;

/** Once in a process: connections that were made before would not trust a second one. */
async function trustTemporaryCa() {
  const certificate = await generate([{ name: "commonName", value: "127.0.0.1" }], {
    keyType: "ec",
    extensions: [
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] },
    ],
  });
  setDefaultCACertificates([...getCACertificates("default"), certificate.cert]);
  return certificate;
}

/** An MCP server on loopback with its own authorization server, which uses TLS with a temporary CA. */
export async function startOauthMcpServer(): Promise<OauthMcpServer> {
  temporaryCa ??= trustTemporaryCa();
  const { private: key, cert } = await temporaryCa;
  const state = { server: null as unknown as OauthMcpServer };
  const browser = createServer((request, response) => authorize(state.server, codes)(request, response));
  const resource = createServer((request, response) => void resourceAnswer(state.server, request, response));
  const authority = createTlsServer({ key, cert }, (request, response) => {
    void authorityAnswer(
      state.server,
      { codes, authorizeAt: `http://127.0.0.1:${portOf(browser)}` },
      request,
      response,
    );
  });
  const codes = new Map<string, { challenge: string; redirectUri: string }>();
  for (const each of [browser, resource, authority]) await listen(each);
  state.server = {
    url: `http://127.0.0.1:${portOf(resource)}/mcp`,
    issuer: `https://127.0.0.1:${portOf(authority)}`,
    asked: [],
    registrations: [],
    live: new Set(),
    used: new Set(),
    behaviour: {
      lifetimeSeconds: 3_600,
      renews: true,
      refusal: null,
      denial: null,
      iss: null,
      metadata: {},
      resource: {},
      resourceAt: null,
      client: {},
      tokens: {},
      document: null,
      description: null,
      beforeRefresh: Promise.resolve(),
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([browser, resource, authority].map(close));
    },
  };
  return state.server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const listen = (server: Server): Promise<void> =>
  new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve()));

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

type Reply = Parameters<RequestListener>[1];

function json(response: Reply, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of request) text += String(piece);
  return text;
}

async function resourceAnswer(
  server: OauthMcpServer,
  request: IncomingMessage,
  response: Reply,
): Promise<void> {
  const { url, issuer, live, used } = server;
  const metadataAt =
    server.behaviour.resourceAt ?? `${new URL(url).origin}/.well-known/oauth-protected-resource/mcp`;
  if (request.url === "/.well-known/oauth-protected-resource/mcp") {
    if (server.behaviour.document) return server.behaviour.document(response);
    const document = { resource: url, authorization_servers: [issuer], scopes_supported: ["ledger:read"] };
    return json(response, 200, { ...document, ...server.behaviour.resource });
  }
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  if (!live.has(token)) {
    const challenge = `Bearer resource_metadata="${metadataAt}", scope="ledger:read"`;
    return json(response, 401, { error: "invalid_token" }, { "www-authenticate": challenge });
  }
  used.add(token);
  const text = await textOf(request);
  if (text === "") return void response.writeHead(405).end();
  const { id, method, params } = JSON.parse(text) as { id?: number; method: string; params?: Params };
  if (id === undefined) return void response.writeHead(202).end();
  const result = mcpResult(method, params);
  if (result) json(response, 200, { jsonrpc: "2.0", id, result });
  else json(response, 200, { jsonrpc: "2.0", id, error: { code: -32_601, message: "Method not found" } });
}

interface Params {
  protocolVersion?: string;
  name?: string;
}

function mcpResult(method: string, params: Params | undefined): Record<string, unknown> | undefined {
  const tool = { name: "balance", description: "Tells the balance.", inputSchema: { type: "object" } };
  const results: Record<string, Record<string, unknown>> = {
    initialize: {
      protocolVersion: params?.protocolVersion ?? "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: "ledger", version: "1" },
    },
    ping: {},
    "tools/list": { tools: [tool] },
    "tools/call": { content: [{ type: "text", text: "The balance is 41 ducats." }] },
  };
  return results[method];
}

interface Authority {
  codes: Map<string, { challenge: string; redirectUri: string }>;
  authorizeAt: string;
}

/** The page where the person approves; here by opening it. */
function authorize(server: OauthMcpServer, codes: Authority["codes"]): RequestListener {
  return (request, response) => {
    const query = new URL(request.url ?? "/", "http://host").searchParams;
    const { denial, iss } = server.behaviour;
    const back = new URL(query.get("redirect_uri") ?? "");
    const code = randomBytes(16).toString("hex");
    codes.set(code, { challenge: query.get("code_challenge") ?? "", redirectUri: back.href });
    const answer = { ...(denial ?? { code }), state: query.get("state") ?? "", iss: iss ?? server.issuer };
    for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value);
    response.writeHead(302, { location: back.href }).end();
  };
}

async function authorityAnswer(
  server: OauthMcpServer,
  authority: Authority,
  request: IncomingMessage,
  response: Reply,
): Promise<void> {
  const { issuer, asked, behaviour } = server;
  const text = await textOf(request);
  switch (request.url) {
    case "/.well-known/oauth-authorization-server":
      if (behaviour.description) return behaviour.description(response);
      return json(response, 200, { ...metadataOf(issuer, authority.authorizeAt), ...behaviour.metadata });
    case "/register": {
      asked.push("register");
      const metadata = JSON.parse(text) as Record<string, unknown>;
      server.registrations.push(metadata);
      const client = { ...metadata, client_id: `client-${server.registrations.length}` };
      return json(response, 201, { ...client, ...behaviour.client });
    }
    case "/token": {
      const form = new URLSearchParams(text);
      asked.push(`token ${form.get("grant_type")}`);
      return tokenAnswer(server, authority, form, response);
    }
    case "/revoke":
      asked.push("revoke");
      server.live.clear();
      return void response.writeHead(200).end();
    default:
      return void response.writeHead(404).end();
  }
}

const metadataOf = (issuer: string, authorizeAt: string) => ({
  issuer,
  authorization_endpoint: `${authorizeAt}/authorize`,
  token_endpoint: `${issuer}/token`,
  registration_endpoint: `${issuer}/register`,
  revocation_endpoint: `${issuer}/revoke`,
  response_types_supported: ["code"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  token_endpoint_auth_methods_supported: ["none"],
  code_challenge_methods_supported: ["S256"],
  scopes_supported: ["ledger:read", "offline_access"],
  authorization_response_iss_parameter_supported: true,
});

async function tokenAnswer(
  { behaviour, live }: OauthMcpServer,
  { codes }: Authority,
  form: URLSearchParams,
  response: Reply,
): Promise<void> {
  const isRefresh = form.get("grant_type") === "refresh_token";
  if (isRefresh) await behaviour.beforeRefresh;
  if (isRefresh && behaviour.refusal) {
    const { status, error } = behaviour.refusal;
    return json(response, status, { error });
  }
  if (!isRefresh) {
    const code = codes.get(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    codes.delete(form.get("code") ?? "");
    if (code?.challenge !== challenge || code.redirectUri !== form.get("redirect_uri"))
      return json(response, 400, { error: "invalid_grant" });
  }
  const access = `ledger-access-${randomBytes(12).toString("hex")}`;
  live.add(access);
  json(response, 200, {
    access_token: access,
    token_type: "Bearer",
    expires_in: behaviour.lifetimeSeconds,
    scope: "ledger:read",
    ...(behaviour.renews && { refresh_token: `ledger-refresh-${randomBytes(12).toString("hex")}` }),
    ...behaviour.tokens,
  });
}

/** The files of a catalog folder with one server, without an agent root, that people sign in to. */
export const ledgerCatalog = (url: string, oauth: Record<string, unknown> = {}): Record<string, unknown> => ({
  ledger: { type: "streamable-http", title: "Ledger", description: "Sales figures.", url, oauth },
});
