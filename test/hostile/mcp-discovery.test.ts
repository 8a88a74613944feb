import { writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Connector } from "../../server/domains/agents/mcp-connections/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import {
  type Behaviour,
  ledgerCatalog,
  type OauthMcpServer,
  startOauthMcpServer,
} from "../support/oauth-mcp-server.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";

/** Attacks by an MCP server that the owner signs in to, with the documents and answers of its authorization server. */

let hostile: OauthMcpServer;
/** Another program of this machine, to which no document may lead. */
let bystander: Awaited<ReturnType<typeof startBystander>>;
let folder: TestFolder;
let service: BoardService;
let usual: Behaviour;

beforeAll(async () => {
  hostile = await startOauthMcpServer();
  bystander = await startBystander();
  usual = hostile.behaviour;
  folder = await makeTestFolder();
  await writeFile(folder.at("mcp.json"), JSON.stringify(ledgerCatalog(hostile.url)));
  await writeFile(folder.at("air.json"), JSON.stringify({ name: "shop", mcp: ["./mcp.json"] }));
  service = await startBoardService({
    environment: {
      SERVICE_CATALOG: folder.at("air.json"),
      SERVICE_ALLOW_PRIVATE_HOSTS: new URL(hostile.issuer).host,
    },
  });
});
beforeEach(() => {
  hostile.behaviour = { ...usual };
  hostile.asked.length = 0;
});
afterEach(() => expect(bystander.connections()).toBe(0));
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await hostile[Symbol.asyncDispose]();
  await bystander.close();
  await folder[Symbol.asyncDispose]();
});

/** Counts who connects. */
async function startBystander() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const begin = () =>
  service.board.call<{ authorization_url: string; message: string }>("POST", "/connectors/sign_in", {
    server_name: "ledger",
  });

async function signIn(): Promise<{ status: number; page: string }> {
  const { body, status } = await begin();
  if (status !== 200) return { status, page: body.message };
  const back = await fetch(body.authorization_url, { redirect: "manual" });
  const answer = await fetch(back.headers.get("location") ?? "", { headers: { accept: "text/html" } });
  return { status: answer.status, page: await answer.text() };
}

async function connector(): Promise<Connector> {
  const { body, status } = await service.board.call<{ connectors: Connector[] }>("GET", "/connectors");
  expect(status).toBe(200);
  return body.connectors[0] as Connector;
}

const isPrivate = /SERVICE_ALLOW_PRIVATE_HOSTS/;
const at = (address: string): Partial<Behaviour> => ({ resource: { authorization_servers: [address] } });

describe("a document of the server", () => {
  it.each<[string, Partial<Behaviour>, RegExp]>([
    ["this machine", at("https://127.0.0.1:1"), isPrivate],
    ["this machine, as one number", at("https://2130706433:1"), isPrivate],
    ["this machine, in hexadecimal", at("https://0x7f.1:1"), isPrivate],
    ["this machine, by name", at("https://localhost:1"), isPrivate],
    ["this machine, in IPv6", at("https://[::1]:1"), isPrivate],
    ["this machine, as a mapped address", at("https://[::ffff:127.0.0.1]:1"), isPrivate],
    ["this machine, through NAT64", at("https://[64:ff9b::7f00:1]:1"), isPrivate],
    ["this machine, through 6to4", at("https://[2002:7f00:1::]:1"), isPrivate],
    ["an address that means any", at("https://0.0.0.0:1"), isPrivate],
    ["a device of the network", at("https://192.168.1.1"), isPrivate],
    ["an address of the provider's own", at("http://169.254.169.254"), isPrivate],
    ["a unique local address", at("https://[fd00::1]"), isPrivate],
    ["a link-local address", at("https://[fe80::1]"), isPrivate],
    ["a user name before the address", at("https://example.com@127.0.0.1:1"), /private|user name/i],
    ["a file", at("file:///etc/passwd"), /./],
    ["data", at("data:application/json,{}"), /./],
    ["another server that runs here", at("https://127.0.0.1:BYSTANDER"), isPrivate],
  ])("leads the service nowhere by an authorization server at %s", async (_what, answers, reason) => {
    const text = JSON.stringify(answers).replace("BYSTANDER", String(bystander.port));
    Object.assign(hostile.behaviour, JSON.parse(text));
    const answer = await begin();
    expect([answer.status >= 400, answer.body.message]).toEqual([true, expect.stringMatching(reason)]);
    expect(hostile.asked).toEqual([]);
  });

  it.each([
    ["the address of its own document", "document"],
    ["a redirect of its own document", "redirect"],
    ["a redirect of the server's description", "description"],
  ])("leads the service nowhere by %s", async (_what, way) => {
    const elsewhere = `http://127.0.0.1:${bystander.port}/`;
    const redirect: Behaviour["document"] = (response) =>
      void response.writeHead(302, { location: elsewhere }).end();
    if (way === "document") hostile.behaviour.resourceAt = elsewhere;
    else if (way === "redirect") hostile.behaviour.document = redirect;
    else hostile.behaviour.description = redirect;
    await begin();
  });

  it.each<[string, Partial<Behaviour>]>([
    ["another server's name", { metadata: { issuer: "https://accounts.example.com" } }],
    ["another resource", { resource: { resource: "https://bank.example.com/mcp" } }],
    ["a resource with this one's name in it", { resource: { resource: "http://127.0.0.1.example.com/mcp" } }],
    ["markup in place of an address", { metadata: { authorization_endpoint: "javascript:alert(1)" } }],
    [
      "a page of its own making",
      { metadata: { authorization_endpoint: "data:text/html,<script>1</script>" } },
    ],
    ["a program of the computer", { metadata: { authorization_endpoint: "vscode://file/etc/passwd" } }],
    ["a plain address elsewhere", { metadata: { authorization_endpoint: "http://example.com/authorize" } }],
    [
      "a name and password in it",
      { metadata: { authorization_endpoint: "https://a:b@example.com/authorize" } },
    ],
    [
      "no challenge of PKCE that this service knows",
      { metadata: { code_challenge_methods_supported: ["plain"] } },
    ],
    ["a registration without https", { metadata: { registration_endpoint: "http://127.0.0.1:1/register" } }],
    [
      "a registration in the network",
      { metadata: { registration_endpoint: "https://192.168.1.1/register" } },
    ],
    ["a registration answered with no text as its id", { client: { client_id: { a: 1 } } }],
  ])("sends no browser anywhere with %s", async (_what, answers) => {
    Object.assign(hostile.behaviour, answers);
    const answer = await begin();
    expect([answer.status >= 400 && answer.status < 503, answer.body.authorization_url]).toEqual([
      true,
      undefined,
    ]);
  });

  it("is read only so far", async () => {
    let sent = 0;
    hostile.behaviour.document = (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const more = (): void => {
        while (!response.destroyed && sent < 100_000_000 && response.write(" ".repeat(65_536)))
          sent += 65_536;
      };
      response.on("drain", more);
      more();
    };
    expect((await begin()).status).toBeGreaterThanOrEqual(400);
    expect(sent).toBeLessThan(50_000_000);
  });
});

describe("an answer with tokens", () => {
  it.each<[string, Record<string, unknown>]>([
    ["a lifetime beyond all dates", { expires_in: 1e300 }],
    ["a lifetime that is over", { expires_in: -1e300 }],
    ["a lifetime in words", { expires_in: "soon" }],
    ["an endless scope", { scope: "a ".repeat(300_000) }],
    ["a scope that turns the text around", { scope: "read\u202edaer\u0000\n" }],
    ["a token with a line of its own", { access_token: "a\r\nx-api-key: b" }],
    ["no token", { access_token: "" }],
  ])("with %s leaves the page of connectors whole", async (_what, tokens) => {
    hostile.behaviour.tokens = tokens;
    await signIn();
    const shown = await connector();
    expect(shown.scope ?? "").toMatch(/^[^\p{Cc}\p{Cf}]{0,1000}$/u);
    const signedOut = await service.board.call("POST", "/connectors/sign_out", { server_name: "ledger" });
    expect([200, 404]).toContain(signedOut.status);
  });

  it("is asked for only with the proof of this sign-in, and goes to its own server alone", async () => {
    const { body } = await begin();
    const back = await fetch(body.authorization_url, { redirect: "manual" });
    const url = new URL(back.headers.get("location") ?? "");
    url.searchParams.set("code", "a code of another person");
    const answer = await fetch(url, { headers: { accept: "text/html" } });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect((await connector()).state).toBe("never");
  });
});
