import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import type { McpServerView } from "../../server/domains/agents/catalog/model.ts";
import type { Connector } from "../../server/domains/agents/mcp-connections/model.ts";
import type { Waiting } from "../../server/domains/sessions/wait-reasons/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { ledgerCatalog, type OauthMcpServer, startOauthMcpServer } from "../support/oauth-mcp-server.ts";
import { atRest } from "../support/service.ts";
import { createSession, restedSession, transcriptOf } from "../support/sessions.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { proves } from "./proves.ts";

let ledger: OauthMcpServer;
let folder: TestFolder;
let service: BoardService;
let data: ServiceDatabase;
let git_root: string;
let usual: OauthMcpServer["behaviour"];

beforeAll(async () => {
  ledger = await startOauthMcpServer();
  usual = ledger.behaviour;
  folder = await makeTestFolder();
  await writeFile(folder.at("mcp.json"), JSON.stringify(ledgerCatalog(ledger.url)));
  await writeFile(folder.at("air.json"), JSON.stringify({ name: "shop", mcp: ["./mcp.json"] }));
  service = await startBoardService({
    environment: {
      SERVICE_CATALOG: folder.at("air.json"),
      SERVICE_ALLOW_PRIVATE_HOSTS: new URL(ledger.issuer).host,
    },
  });
  data = openServiceDatabase(service);
  git_root = await service.repository();
});
beforeEach(() => {
  ledger.behaviour = { ...usual };
  ledger.asked.length = 0;
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
  await ledger[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const begin = (return_to?: string) =>
  service.board.call<{ authorization_url: string; message?: string }>("POST", "/connectors/sign_in", {
    server_name: "ledger",
    ...(return_to !== undefined && { return_to }),
  });

/** Where the person's browser comes back to. */
async function wayBack(): Promise<URL> {
  const { body } = await begin();
  const answer = await fetch(body.authorization_url, { redirect: "manual" });
  return new URL(answer.headers.get("location") ?? "");
}

async function open(url: URL): Promise<{ status: number; page: string }> {
  const answer = await fetch(url, { redirect: "manual", headers: { accept: "text/html" } });
  return { status: answer.status, page: await answer.text() };
}

const signIn = async () => open(await wayBack());

const signOut = () =>
  service.board.call<{ message: string }>("POST", "/connectors/sign_out", { server_name: "ledger" });

async function connectorNow(): Promise<Connector> {
  const { body } = await service.board.call<{ connectors: Connector[] }>("GET", "/connectors");
  const [only] = body.connectors;
  if (!only) throw new Error("No connector");
  return only;
}

const bannersOf = async (id: number) =>
  (await service.call<{ waiting: Waiting }>("GET", `/sessions/${id}`)).body.waiting.banners;

const serverNow = async () =>
  (await service.call<{ mcp_servers: McpServerView[] }>("GET", "/mcp_servers")).body.mcp_servers[0];

const asking = "#script mcp server=ledger tool=balance args={}\n#script say Done.";
const make = (prompt = asking) => createSession(service, { git_root, mcp_servers: ["ledger"], prompt });
const isParked = ({ failure_reason }: { failure_reason: string | null }): boolean =>
  failure_reason === "oauth_required";

describe("a server that a person signs in to", () => {
  proves("R65")("parks every session that uses it until the sign-in, wherever that is made", async () => {
    const sessions = [await make(), await make()];
    for (const { id } of sessions) await service.waitFor(id, isParked);
    expect(await connectorNow()).toMatchObject({
      state: "never",
      waiting_sessions: sessions.map(({ id }) => ({ id })),
    });
    const [{ id } = { id: 0 }] = sessions;
    expect(await bannersOf(id)).toMatchObject([
      {
        key: "mcp_oauth_required",
        action: { kind: "open_in_browser", path: `/settings/connectors?session=${id}` },
      },
    ]);
    const { status, page } = await signIn();
    expect([status, page]).toEqual([200, expect.stringContaining("Signed in to ledger")]);
    for (const session of sessions) {
      const rested = await service.waitFor(session.id, atRest);
      expect(rested).toMatchObject({ status: "needs_input", failure_reason: null });
      expect(await transcriptOf(service, session.id)).toContain("41 ducats");
    }
    expect(await connectorNow()).toMatchObject({
      state: "connected",
      issuer: ledger.issuer,
      scope: "ledger:read",
      renews: true,
      expires_at: expect.stringMatching(/Z$/),
      last_error: null,
      waiting_sessions: [],
    });
  });

  proves("R139")(
    "is signed in to by discovery, registration and PKCE, for the resource it names",
    async () => {
      const { body } = await begin("/sessions/1");
      const url = new URL(body.authorization_url);
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        response_type: "code",
        client_id: `client-${ledger.registrations.length}`,
        code_challenge_method: "S256",
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        redirect_uri: `${service.url}/oauth/mcp/callback`,
        resource: ledger.url,
        scope: "ledger:read offline_access",
        state: expect.stringMatching(/^[\w-]{43}$/),
      });
      expect(ledger.registrations.at(-1)).toMatchObject({
        application_type: "native",
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
      });
      expect(ledger.asked).toEqual(["register"]);
    },
  );

  proves("R139")("leaves its token in no transcript and not in the database", async () => {
    await signIn();
    const before = new Set(ledger.used);
    const { id } = await restedSession(service, asking, { git_root, mcp_servers: ["ledger"] });
    const [token = "none"] = [...ledger.used].filter((each) => !before.has(each));
    expect(token).toMatch(/^ledger-access-/);
    const told = await restedSession(
      service,
      `#script bash printf %s ${token} | rev | rev\n#script say It is ${token}.`,
      {
        git_root,
      },
    );
    expect(await transcriptOf(service, told.id)).not.toContain(token);
    expect(await transcriptOf(service, id)).not.toContain(token);
    const stored = data.sql.prepare("SELECT * FROM mcp_connections").all();
    expect(JSON.stringify(stored)).not.toMatch(/ledger-(?:access|refresh)-/);
  });
});

describe("the way back", () => {
  proves("R139")("works once, for 15 minutes, and cannot be guessed", async () => {
    const back = await wayBack();
    expect((await open(back)).status).toBe(200);
    expect(await open(back)).toMatchObject({
      status: 422,
      page: expect.stringContaining("This sign-in has ended"),
    });
    const guessed = new URL(back);
    guessed.searchParams.set("state", "x".repeat(43));
    expect((await open(guessed)).status).toBe(422);
    const late = await wayBack();
    data.sql.prepare("UPDATE mcp_sign_ins SET expires_at = 1").run();
    expect((await open(late)).status).toBe(422);
    const without = new URL("/oauth/mcp/callback", service.url);
    expect((await open(without)).status).toBe(422);
  });

  proves("R139")("takes no code from another server, and does not repeat what that one says", async () => {
    ledger.behaviour.iss = "https://evil.example";
    ledger.behaviour.denial = { error: "access_denied", error_description: "Call 555 to fix this" };
    const { status, page } = await signIn();
    expect([status, page]).toEqual([422, expect.stringContaining("different authorization server")]);
    expect(page).not.toContain("555");
    expect(ledger.asked).toEqual(["register"]);
  });

  proves("R139")("tells in plain words why the server said no", async () => {
    ledger.behaviour.denial = { error: "access_denied", error_description: "<b>Not</b> today" };
    const { status, page } = await signIn();
    expect(status).toBe(422);
    expect(page).toContain("the request was declined (&quot;&lt;b&gt;Not&lt;/b&gt; today&quot;)");
  });
});

describe("a token endpoint that is not https", () => {
  proves("R139")("is refused before anything is registered and before the redirect", async () => {
    for (const token_endpoint of [
      ledger.issuer.replace("https:", "http:"),
      "http://127.0.0.1:1/token",
      ledger.issuer.replace("https://", "https://user:pass@"),
    ]) {
      ledger.behaviour.metadata = { token_endpoint };
      const answer = await begin();
      expect(answer).toMatchObject({
        status: 422,
        body: { error: "Sign-in failed", message: expect.stringContaining("token endpoint") },
      });
    }
    expect(ledger.asked).toEqual([]);
  });

  proves("R139")("stops a sign-in that stands already from being renewed", async () => {
    await signIn();
    data.sql
      .prepare("UPDATE mcp_connections SET access_expires_at = 1, token_endpoint = 'http://127.0.0.1/token'")
      .run();
    ledger.asked.length = 0;
    const { id } = await make();
    await service.waitFor(id, isParked);
    expect(ledger.asked).toEqual([]);
    expect(await connectorNow()).toMatchObject({
      state: "reconnect",
      last_error: expect.stringContaining("not an https address"),
    });
    data.sql.prepare("UPDATE mcp_connections SET status = 'connected', token_endpoint = ''").run();
    expect((await connectorNow()).state).toBe("reconnect");
    await signIn();
    await service.waitFor(id, atRest);
  });
});

describe("a sign-in that stands", () => {
  proves("R65")("is renewed before a turn, once however many turns begin", async () => {
    await signIn();
    data.sql.prepare("UPDATE mcp_connections SET access_expires_at = 1").run();
    ledger.asked.length = 0;
    const held = Promise.withResolvers<void>();
    ledger.behaviour.beforeRefresh = held.promise;
    const sessions = [await make(), await make(), await make()];
    await expect.poll(() => ledger.asked).toEqual(["token refresh_token"]);
    held.resolve();
    for (const { id } of sessions) {
      await service.waitFor(id, atRest);
      expect(await transcriptOf(service, id)).toContain("41 ducats");
    }
    expect(ledger.asked).toEqual(["token refresh_token"]);
  });

  proves("R65", "R50")(
    "ends when the server refuses to renew it, and the person is notified and asked again",
    async () => {
      await signIn();
      const rested = await restedSession(service, "#script say Hello.", {
        git_root,
        mcp_servers: ["ledger"],
      });
      data.sql.prepare("UPDATE mcp_connections SET access_expires_at = 1").run();
      ledger.behaviour.refusal = { status: 400, error: "invalid_grant" };
      const { id } = await make();
      await service.waitFor(id, isParked);
      expect(await connectorNow()).toMatchObject({
        state: "reconnect",
        last_error: "the server refused to renew it (invalid_grant)",
      });
      expect((await bannersOf(id)).map(({ key }) => key)).toEqual(["mcp_oauth_required"]);
      expect((await bannersOf(rested.id)).map(({ key }) => key)).toEqual(["mcp_oauth_reconnect"]);
      const { body } = await service.call<{ notifications: { message: string }[] }>("GET", "/notifications");
      expect(body.notifications.map(({ message }) => message).join()).toContain(
        "The sign-in to ledger stopped working",
      );
      ledger.behaviour = { ...usual };
      await signIn();
      await service.waitFor(id, atRest);
      expect(await bannersOf(rested.id)).toEqual([]);
    },
  );

  proves("R65")("outlives a server that cannot be asked just now", async () => {
    await signIn();
    data.sql.prepare("UPDATE mcp_connections SET access_expires_at = 1").run();
    ledger.behaviour.refusal = { status: 503, error: "temporarily_unavailable" };
    const { id } = await make();
    await service.waitFor(id, atRest);
    expect(await connectorNow()).toMatchObject({
      state: "connected",
      last_error: expect.stringContaining("temporarily_unavailable"),
    });
  });

  proves("R65")(
    "ends with a sign-out, which is reported to the server, and the next turn waits",
    async () => {
      await signIn();
      ledger.asked.length = 0;
      const answer = await signOut();
      expect(answer).toMatchObject({
        status: 200,
        body: {
          connector: { state: "never" },
          message: "Signed out of Ledger. The server revoked its tokens.",
        },
      });
      expect(ledger.asked).toEqual(["revoke"]);
      expect((await signOut()).status).toBe(404);
      const { id } = await make();
      await service.waitFor(id, isParked);
      await signIn();
      await service.waitFor(id, atRest);
    },
  );
});

proves("R139")("a server's documents lead into no private network that the owner did not list", async () => {
  await using closed = await startBoardService({ environment: { SERVICE_CATALOG: folder.at("air.json") } });
  const answer = await closed.board.call("POST", "/connectors/sign_in", { server_name: "ledger" });
  expect(answer).toMatchObject({
    status: 502,
    body: { message: expect.stringContaining("SERVICE_ALLOW_PRIVATE_HOSTS") },
  });
  expect(ledger.asked).toEqual([]);
});

proves("R34", "R207")(
  "it is unavailable, and a session is warned of it, until somebody is signed in",
  async () => {
    const create = () =>
      service.call<{ warnings?: string[] }>("POST", "/sessions", { git_root, mcp_servers: ["ledger"] });
    await signIn();
    expect(await serverNow()).toMatchObject({ unavailable: false, unavailable_reason: null });
    expect((await create()).body.warnings).toBeUndefined();
    await signOut();
    expect(await serverNow()).toMatchObject({
      unavailable: true,
      unavailable_reason: "A person must sign in to it first.",
    });
    expect((await create()).body.warnings).toEqual([
      'The MCP server "ledger" cannot start now: a person must sign in to it first.',
    ]);
  },
);

proves("R65")("a sign-in whose tokens are gone from the secret store is asked for again", async () => {
  await signIn();
  data.sql.prepare("UPDATE mcp_connections SET id = id + 1000").run();
  const { id } = await make();
  await service.waitFor(id, isParked);
  expect((await connectorNow()).last_error).toBe("its tokens are gone from the secret store");
  await signIn();
  await service.waitFor(id, atRest);
});

proves("R148")("an unknown server is named", async () => {
  const answer = await service.board.call("POST", "/connectors/sign_in", { server_name: "nothing" });
  expect(answer).toMatchObject({ status: 404, body: { message: expect.stringContaining('"nothing"') } });
});
