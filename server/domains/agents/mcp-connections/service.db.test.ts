import { describe, expect, it, vi } from "vitest";
import { openTestDatabase, silentLog, testStart } from "../../../../test/support/database.ts";
import { Refusal } from "../../../lib/errors.ts";
import type { SecretStore } from "../../../lib/secret-store/index.ts";
import type { McpOauth } from "./oauth-client.ts";
import { connectorService } from "./service.ts";

const board = { kind: "board" } as const;
const minute = 60_000;
const issuer = "https://auth.invalid";
const leg: Awaited<ReturnType<McpOauth["begin"]>>["leg"] = {
  discovery: { authorizationServer: issuer, metadata: null, resource: null },
  client: { client_id: "client" },
  verifier: "verifier",
  redirectUri: "http://localhost/oauth/mcp/callback",
  scope: null,
};

/** Secrets in memory, which can be locked as a keychain can. */
function makeSecrets() {
  const kept = new Map<string, string>();
  const state = { locked: false };
  const read = (name: string): string | null => {
    if (state.locked) throw new Refusal({ status: 503, label: "Secrets unavailable", messages: ["Locked"] });
    return kept.get(name) ?? null;
  };
  const store: SecretStore = {
    exists: () => true,
    place: () => "file",
    read,
    write: (name, value) => void kept.set(name, value),
    remove: (name) => void kept.delete(name),
    seal: (text) => `sealed:${text}`,
    open: (sealed) => (sealed.startsWith("sealed:") ? sealed.slice(7) : null),
  };
  return { kept, state, store };
}

/** Sign-ins at one server, whose answers stand in for the network. */
function openBed({ renews = true }: { renews?: boolean } = {}) {
  const bed = openTestDatabase();
  const secrets = makeSecrets();
  let state = "";
  let issued = 0;
  const tokens = () => ({
    access_token: `access-${++issued}`,
    token_type: "Bearer",
    expires_in: 3_600,
    ...(renews && { refresh_token: `refresh-${issued}` }),
  });
  const renew = vi.fn<McpOauth["renew"]>(async () => ({ kind: "renewed", tokens: tokens() }));
  const connectors = connectorService({
    database: bed.database,
    clock: bed.clock,
    secrets: secrets.store,
    log: silentLog,
    servers: () => [
      {
        name: "ledger",
        title: "Ledger",
        url: "https://${SHOP}/mcp",
        problem: null,
        target: { url, oauth: {} },
      },
    ],
    protocol: {
      begin: async (_target, of) => {
        state = of.state;
        return { url: `${issuer}/authorize`, leg };
      },
      checkIssuer: async () => undefined,
      exchange: async () => tokens(),
      renew,
      revoke: async () => true,
    },
  });
  const lost: string[] = [];
  connectors.onLost(({ serverName }) => void lost.push(serverName));
  return {
    ...bed,
    secrets,
    connectors,
    renew,
    lost,
    async signIn() {
      await connectors.begin({ serverName: "ledger", returnTo: "/", origin: "http://localhost" }, board);
      return connectors.finish({ state, code: "code" });
    },
    authorization() {
      const server = {
        name: "l",
        type: "streamable-http",
        url: `${url}/`,
        headers: { authorization: "old" },
      } as const;
      const [first] = connectors.authorize([server]);
      return first?.type === "stdio" ? undefined : first?.headers;
    },
    [Symbol.dispose]: () => bed[Symbol.dispose](),
  };
}

const url = "https://shop.invalid/mcp";
const ledger = { name: "ledger" };

describe("what sessions get", () => {
  it("is the token instead of the catalog's own header, for any spelling of the same resource", async () => {
    using bed = openBed();
    expect(bed.connectors.lacking([ledger])).toEqual([ledger]);
    await bed.signIn();
    expect(bed.connectors.lacking([ledger])).toEqual([]);
    expect(bed.authorization()).toEqual({ Authorization: "Bearer access-1" });
    expect(bed.connectors.secretValues().map(({ value }) => value)).toEqual(["access-1", "refresh-1"]);
  });

  it("is nothing for a server without a sign-in in the catalog", async () => {
    using bed = openBed();
    await bed.signIn();
    const other = { name: "o", type: "sse", url: "https://other.invalid/sse", headers: {} } as const;
    expect(bed.connectors.authorize([other])).toEqual([other]);
  });

  it("is refused with the secret store's message while it is locked, and no sign-in is lost", async () => {
    using bed = openBed();
    await bed.signIn();
    bed.secrets.state.locked = true;
    await bed.connectors.renewAll();
    expect(() => bed.authorization()).toThrow("Locked");
    expect([bed.connectors.secretValues(), bed.lost]).toEqual([[], []]);
    bed.secrets.state.locked = false;
    expect(bed.authorization()).toEqual({ Authorization: "Bearer access-1" });
  });
});

describe("renewAll", () => {
  it("renews what would expire before the next run, and forgets abandoned sign-ins", async () => {
    using bed = openBed();
    await bed.signIn();
    await bed.connectors.begin({ serverName: "ledger", returnTo: "/", origin: "http://localhost" }, board);
    const begun = () => bed.database.sql.prepare("SELECT COUNT(*) FROM mcp_sign_ins").pluck().get();
    bed.clock.at = testStart + 15 * minute;
    await bed.connectors.renewAll();
    expect([begun(), bed.renew.mock.calls.length]).toEqual([1, 0]);
    bed.clock.at = testStart + 31 * minute;
    await bed.connectors.renewAll();
    expect([begun(), bed.renew.mock.calls.length]).toEqual([0, 1]);
    expect(bed.authorization()).toEqual({ Authorization: "Bearer access-2" });
    const [connector] = bed.connectors.list([]);
    expect(connector).toMatchObject({
      refreshed_at: "2026-06-01T12:31:00Z",
      expires_at: "2026-06-01T13:31:00Z",
    });
  });

  it("keeps a sign-in that cannot be renewed until it expires, and reports its end once", async () => {
    using bed = openBed({ renews: false });
    await bed.signIn();
    bed.clock.at = testStart + 59 * minute;
    await bed.connectors.renewAll();
    expect(bed.connectors.lacking([ledger])).toEqual([]);
    bed.clock.at = testStart + 60 * minute;
    await bed.connectors.renewAll();
    await bed.connectors.renewAll();
    expect([bed.connectors.lost([ledger]), bed.lost, bed.renew.mock.calls.length]).toEqual([
      [ledger],
      ["ledger"],
      0,
    ]);
  });

  it("does not overwrite a sign-in made while it was renewing", async () => {
    using bed = openBed();
    await bed.signIn();
    bed.clock.at = testStart + 50 * minute;
    const asked = Promise.withResolvers<Awaited<ReturnType<McpOauth["renew"]>>>();
    bed.renew.mockReturnValueOnce(asked.promise);
    const renewing = bed.connectors.renewAll();
    bed.clock.at += 1;
    await bed.signIn();
    asked.resolve({ kind: "refused", why: "invalid_grant" });
    await renewing;
    expect([bed.connectors.lacking([ledger]), bed.lost]).toEqual([[], []]);
    expect(bed.authorization()).toEqual({ Authorization: "Bearer access-2" });
  });
});

it("removes everything on sign-out", async () => {
  using bed = openBed();
  await bed.signIn();
  await bed.connectors.signOut("ledger", board);
  expect([...bed.secrets.kept]).toEqual([]);
  expect(bed.authorization()).toEqual({ authorization: "old" });
});

it("replaces the first sign-in with a second one, which counts from its own time", async () => {
  using bed = openBed();
  await bed.signIn();
  bed.clock.at += minute;
  await bed.signIn();
  expect([...bed.secrets.kept.keys()]).toEqual(["mcp/1"]);
  expect(bed.connectors.list([])).toMatchObject([
    { state: "connected", signed_in_at: "2026-06-01T12:01:00Z" },
  ]);
});
