import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { OauthGrant } from "../../server/domains/access/oauth/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import {
  authorizeUrl,
  connectApp,
  connectClient,
  consent,
  formBrowser,
  type Privilege,
  post,
  registerClient,
} from "../support/oauth.ts";
import { allOperations, pathOf } from "../support/operations.ts";
import type { Answer } from "../support/service.ts";
import { proves } from "./proves.ts";

let service: BoardService;
let data: ServiceDatabase;

beforeAll(async () => {
  service = await startBoardService();
  data = openServiceDatabase(service);
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

type Body = Record<string, unknown> & { oauth_grants: OauthGrant[]; oauth_grant: OauthGrant };

const withToken = (token: string, method: string, path: string, body?: unknown): Promise<Answer<Body>> =>
  service.call<Body>(method, path, body, { key: null, headers: { authorization: `Bearer ${token}` } });

const app = async (privilege: Privilege): Promise<{ token: string; id: number }> => {
  const token = (await connectApp(service, privilege)).tokens.access_token;
  const { body } = await withToken(token, "GET", "/oauth_grants");
  return { token, id: body.oauth_grants.find(({ current }) => current)?.id ?? 0 };
};

describe("connections", () => {
  test("are listed once their client has fetched its tokens", async () => {
    const clientId = await registerClient(service, { client_name: "Gone away" });
    const { url } = authorizeUrl(service, clientId);
    const sentTo = await consent(formBrowser(service), url);
    expect(sentTo.searchParams.get("code")).toBeTruthy();
    const { body } = await service.call<Body>("GET", "/oauth_grants");
    expect(body.oauth_grants.map(({ client_name }) => client_name)).not.toContain("Gone away");
  });

  proves("E72", "R224")("are listed with all their facts, and the caller's own is marked", async () => {
    const { tokens } = await connectClient(service, { label: " My\n laptop " });
    const { token, id } = await app("act_as_human");
    const { status, body } = await withToken(token, "GET", "/oauth_grants");
    expect(status).toBe(200);
    const [own, other] = body.oauth_grants;
    expect(own).toMatchObject({
      id,
      client_id: "signalbox",
      client_name: "Signalbox",
      first_party: true,
      registration: "published",
      publisher_host: null,
      privilege: "act_as_human",
      acts_as_you: true,
      status: "active",
      current: true,
      last_used_at: expect.any(String),
    });
    expect(other).toMatchObject({
      client_name: "A client",
      client_label: "My laptop",
      first_party: false,
      registration: "self_registered",
      user_email: expect.stringContaining("@localhost"),
      privilege: "relay_only",
      acts_as_you: false,
      current: false,
      last_used_at: null,
      revoked_at: null,
      revocation_reason: null,
      scope_changed_at: null,
      scope_change_reason: null,
    });
    expect(
      (await service.call<Body>("GET", "/oauth_grants")).body.oauth_grants.map((row) => row.current),
    ).toEqual([false, false]);
    expect((await service.board.call("GET", "/oauth_grants")).status).toBe(200);
    expect(JSON.stringify(body)).not.toContain(tokens.access_token);
  });

  proves("E72", "R224")("are listed active first, then by last use, up to fifty", async () => {
    const insert = data.sql.prepare(
      `INSERT INTO oauth_grants (grant_key, client_id, client_name, registration, user_email, user_name, privilege,
         created_at, last_used_at, revoked_at)
       VALUES (?, 'x', ?, 'self_registered', 'a@b', 'A', 'relay_only', 1, ?, ?)`,
    );
    for (let used = 1; used <= 30; used++) insert.run(`live-${used}`, `live-${used}`, used, null);
    for (let used = 1; used <= 30; used++) insert.run(`gone-${used}`, `gone-${used}`, used * 1_000, 1);
    const { body } = await service.call<Body>("GET", "/oauth_grants");
    const names = body.oauth_grants.map(({ client_name: name }) => name);
    expect(names).toHaveLength(50);
    expect(names.indexOf("live-30")).toBeLessThan(names.indexOf("live-1"));
    expect(names.indexOf("live-1")).toBeLessThan(names.indexOf("gone-30"));
    data.sql.exec("DELETE FROM oauth_grants WHERE client_id = 'x'");
  });

  proves("E73", "R126")("change their privilege with the next request", async () => {
    const { token } = await app("act_as_human");
    const { token: relay, id } = await app("relay_only");
    const changed = await withToken(token, "PATCH", `/oauth_grants/${id}`, { privilege: "act_as_human" });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        oauth_grant: {
          id,
          privilege: "act_as_human",
          acts_as_you: true,
          current: false,
          scope_changed_at: expect.any(String),
          scope_change_reason: expect.stringContaining("Changed by "),
        },
        message: expect.any(String),
      },
    });
    expect((await withToken(relay, "PATCH", `/oauth_grants/${id}`, { privilege: "relay_only" })).status).toBe(
      200,
    );
    expect((await withToken(relay, "PATCH", `/oauth_grants/${id}`, { privilege: "relay_only" })).status).toBe(
      403,
    );
  });

  proves("E73")("refuse an unknown privilege, and changes of a revoked or unknown connection", async () => {
    const { token, id } = await app("act_as_human");
    const patch = (grant: number, body: unknown) => withToken(token, "PATCH", `/oauth_grants/${grant}`, body);
    for (const body of [{ privilege: "root" }, { privilege: null }, {}, { privilege: ["relay_only"] }])
      expect((await patch(id, body)).status).toBe(422);
    const { id: gone } = await app("relay_only");
    await withToken(token, "DELETE", `/oauth_grants/${gone}`);
    expect(await patch(gone, { privilege: "act_as_human" })).toMatchObject({
      status: 422,
      body: { error: "Connection revoked" },
    });
    expect((await patch(999_999, { privilege: "act_as_human" })).status).toBe(404);
    expect((await withToken(token, "PATCH", "/oauth_grants/x", { privilege: "relay_only" })).status).toBe(
      404,
    );
  });

  proves(
    "E74",
    "R126",
    "R129",
  )("are revoked at once, even by themselves; revoking twice changes nothing", async () => {
    const { token } = await app("act_as_human");
    const { token: other, id } = await app("act_as_human");
    expect(await withToken(token, "DELETE", `/oauth_grants/${id}`)).toMatchObject({
      status: 200,
      body: { signed_out: false, oauth_grant: { status: "revoked", revoked_at: expect.any(String) } },
    });
    expect((await withToken(other, "GET", "/oauth_grants")).status).toBe(401);
    const before = data.dump();
    expect(await withToken(token, "DELETE", `/oauth_grants/${id}`)).toMatchObject({
      status: 200,
      body: { signed_out: false, oauth_grant: { status: "revoked" } },
    });
    expect(data.dump()).toBe(before);
    expect((await withToken(token, "DELETE", "/oauth_grants/999999")).status).toBe(404);
    const { oauth_grants: all } = (await withToken(token, "GET", "/oauth_grants")).body;
    const own = all.find(({ current }) => current)?.id ?? 0;
    expect(await withToken(token, "DELETE", `/oauth_grants/${own}`)).toMatchObject({
      status: 200,
      body: { signed_out: true, message: "You are signed out" },
    });
    expect((await withToken(token, "GET", "/oauth_grants")).status).toBe(401);
    const artifacts = data.sql.prepare(
      `SELECT COUNT(*) AS n FROM oauth_artifacts a JOIN oauth_grants g ON g.grant_key IN (a.grant_key, a.key)
       WHERE g.id = ?`,
    );
    expect(artifacts.get(own)).toEqual({ n: 0 });
  });

  proves("R127", "R128")(
    "cannot be changed by a key or a connection that only relays, which learn nothing",
    async () => {
      const { token, id } = await app("relay_only");
      for (const grant of [id, 999_999]) {
        for (const [method, body] of [
          ["PATCH", { privilege: "act_as_human" }],
          ["DELETE", undefined],
        ] as const) {
          const before = data.dump();
          expect((await withToken(token, method, `/oauth_grants/${grant}`, body)).status).toBe(403);
          expect((await service.call(method, `/oauth_grants/${grant}`, body)).status).toBe(403);
          expect(data.dump()).toBe(before);
        }
      }
      expect((await post(service, "/oauth/revoke", new URLSearchParams({ token }))).status).toBe(200);
      expect((await withToken(token, "GET", "/oauth_grants")).status).toBe(401);
    },
  );

  test("have their use recorded at most once a minute", async () => {
    const { token, id } = await app("relay_only");
    const stamp = data.sql.prepare("SELECT last_used_at FROM oauth_grants WHERE id = ?").pluck();
    const first = stamp.get(id);
    await withToken(token, "GET", "/oauth_grants");
    expect(stamp.get(id)).toBe(first);
    data.sql.prepare("UPDATE oauth_grants SET last_used_at = last_used_at - 60000 WHERE id = ?").run(id);
    await withToken(token, "GET", "/oauth_grants");
    expect(stamp.get(id)).toBeGreaterThanOrEqual(Number(first));
  });
});

describe("access tokens", () => {
  const apiOperations = allOperations.filter(({ base = "api" }) => base === "api");

  const ask = async (token: string, { method, path }: { method: string; path: string }): Promise<number> =>
    (await withToken(token, method.toUpperCase(), path, method === "get" ? undefined : {})).status;

  /** Jobs that an allowed request queued continue on their own. */
  const jobsAreDone = () => {
    const busy = data.sql.prepare(
      "SELECT id FROM jobs WHERE state = 'claimed' OR (state = 'ready' AND run_at <= ?)",
    );
    return vi.waitFor(() => expect(busy.all(Date.now())).toEqual([]), { timeout: 20_000, interval: 10 });
  };

  proves("R133")("of other clients give no access below /api, and leave no trace there", async () => {
    const { tokens } = await connectClient(service, { privilege: "act_as_human" });
    await jobsAreDone();
    const before = data.dump();
    for (const operation of apiOperations) {
      if (operation.callers.includes("anyone")) continue;
      const path = pathOf(operation);
      expect(await ask(tokens.access_token, { method: operation.method, path }), operation.id).toBe(401);
    }
    expect(data.dump()).toBe(before);
  });

  proves("R125", "X48")(
    "of the app are refused like a bad key for operations that do not accept them",
    async () => {
      const { token } = await app("act_as_human");
      const closed = apiOperations.filter(
        ({ callers }) => !callers.some((caller) => ["native", "human", "anyone"].includes(caller)),
      );
      expect(closed.length).toBeGreaterThan(3);
      const bad = await withToken("no-such-token", "GET", "/oauth_grants");
      for (const operation of closed) {
        const { status, body } = await withToken(token, operation.method.toUpperCase(), pathOf(operation));
        expect([status, body], operation.id).toEqual([401, bad.body]);
      }
    },
  );

  proves("R127")(
    "of a connection that only relays get 403 for operations that require a person, before any lookup",
    async () => {
      const { token } = await app("relay_only");
      const human = apiOperations.filter(
        ({ callers }) => callers.includes("human") && !callers.includes("native"),
      );
      expect(human.length).toBeGreaterThan(1);
      await jobsAreDone();
      const before = data.dump();
      for (const operation of human) {
        const status = await ask(token, { method: operation.method, path: pathOf(operation) });
        expect(status, operation.id).toBe(403);
      }
      expect(data.dump()).toBe(before);
    },
  );

  proves("X13")(
    "of every client are accepted at /mcp, for the resource they were issued for only",
    async () => {
      const initialize = (token: string) =>
        fetch(`${service.url}/mcp`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${token}`,
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
          },
          body: JSON.stringify({
            jsonrpc: "2.0",
            id: 1,
            method: "initialize",
            params: {
              protocolVersion: "2025-06-18",
              capabilities: {},
              clientInfo: { name: "t", version: "1" },
            },
          }),
        });
      const { tokens } = await connectClient(service);
      const { token } = await app("relay_only");
      expect((await initialize(tokens.access_token)).status).toBe(200);
      expect((await initialize(token)).status).toBe(200);
      const refused = await initialize(`${token}x`);
      expect(refused.status).toBe(401);
      expect(refused.headers.get("www-authenticate")).toContain(
        `resource_metadata="${service.url}/.well-known/oauth-protected-resource/mcp"`,
      );
    },
  );
});
