import { expect, it } from "vitest";
import { openTestDatabase, silentLog } from "../../../../test/support/database.ts";
import { compactDigestOf } from "../../../lib/digest.ts";
import { oauthService } from "./service.ts";
import { oauthStore } from "./store.ts";

const day = 86_400_000;

function setUp() {
  const opened = openTestDatabase();
  const { database, clock } = opened;
  const store = oauthStore(database);
  const oauth = oauthService({ database, clock, log: silentLog, audience: null });
  const put = (
    model: string,
    key: string,
    of: { grantKey?: string; expiresAt?: number; aud?: string } = {},
  ) =>
    store.put({
      model,
      key,
      payload: { aud: of.aud ?? "http://localhost/mcp" },
      grantKey: of.grantKey ?? null,
      expiresAt: of.expiresAt ?? null,
      createdAt: clock.now(),
    });
  const approve = (grantKey: string, clientId = "signalbox", through: number | null = null) =>
    oauth.approve({
      grantKey,
      client: {
        clientId,
        clientName: clientId,
        firstParty: true,
        registration: "published",
        publisherHost: null,
      },
      person: { email: "ada@example.org", name: "Ada" },
      privilege: "act_as_human",
      label: " ",
      through,
    });
  const left = () => database.sql.prepare("SELECT key FROM oauth_artifacts ORDER BY key").pluck().all();
  return { ...opened, store, oauth, put, approve, left };
}

it("authenticates a token by its digest until it expires", () => {
  using of = setUp();
  const id = of.approve("g1");
  of.put("AccessToken", compactDigestOf("token"), { grantKey: "g1", expiresAt: of.clock.at + 1_000 });
  expect(of.oauth.authenticate("token", ["native"])).toEqual({
    kind: "native",
    grantId: id,
    clientName: "signalbox",
    person: { email: "ada@example.org", name: "Ada" },
    actsAsHuman: true,
  });
  expect(of.oauth.authenticate(compactDigestOf("token"), ["native"])).toBeNull();
  expect(of.oauth.authenticate("x".repeat(2_000), ["native"])).toBeNull();
  of.clock.at += 1_000;
  expect(of.oauth.authenticate("token", ["native"])).toBeNull();
});

it("authenticates even if the use cannot be recorded, as on a full disk", () => {
  using of = setUp();
  of.approve("g1");
  of.put("AccessToken", compactDigestOf("token"), { grantKey: "g1", expiresAt: of.clock.at + 1_000 });
  of.database.sql.pragma("query_only = ON");
  expect(of.oauth.authenticate("token", ["native"])).toMatchObject({ kind: "native" });
});

it("keeps a used refresh token until it expires", () => {
  using of = setUp();
  of.put("RefreshToken", "spent", { grantKey: "g1", expiresAt: of.clock.at + day });
  expect([
    of.store.consume("RefreshToken", "spent", 1),
    of.store.consume("RefreshToken", "spent", 2),
  ]).toEqual([true, false]);
  of.oauth.sweep();
  expect(of.left()).toEqual(["spent"]);
  of.clock.at += day + 1;
  of.oauth.sweep();
  expect(of.left()).toEqual([]);
});

it("deletes only clients that were not approved within a week", () => {
  using of = setUp();
  of.put("Client", "never-used");
  of.put("Client", "used");
  of.approve("g1", "used");
  of.put("RefreshToken", "r1", { grantKey: "g1" });
  of.clock.at += 7 * day;
  of.put("Client", "young");
  of.oauth.sweep();
  expect(of.left()).toEqual(["never-used", "r1", "used", "young"]);
  of.clock.at += 1;
  of.oauth.sweep();
  expect(of.left()).toEqual(["r1", "used", "young"]);
});

it("keeps the newest 500 clients without an approval", () => {
  using of = setUp();
  of.put("Client", "approved");
  of.approve("g1", "approved");
  for (let n = 0; n < 502; n++) of.put("Client", `client-${n}`);
  of.oauth.sweep();
  const left = of.left();
  expect(left).toHaveLength(501);
  expect(left).toContain("approved");
  expect([left.includes("client-1"), left.includes("client-2")]).toEqual([false, true]);
});

it("ends a connection with its own tokens only", () => {
  using of = setUp();
  const id = of.approve("g1");
  of.approve("g2");
  of.put("Grant", "g1");
  of.put("AccessToken", "a1", { grantKey: "g1" });
  of.put("RefreshToken", "r1", { grantKey: "g1" });
  of.put("Grant", "g2");
  of.put("AccessToken", "a2", { grantKey: "g2" });
  expect(of.oauth.revoke(id, { kind: "board" }).grant.revocation_reason).toBe("Revoked by the board");
  expect(of.left()).toEqual(["a2", "g2"]);
});

it("ends everything that was approved through a connection, and nothing else", () => {
  using of = setUp();
  const first = of.approve("g1");
  const second = of.approve("g2", "signalbox", first);
  const third = of.approve("g3", "signalbox", second);
  const other = of.approve("g4");
  of.oauth.revoke(first, { kind: "board" });
  const ended = [first, second, third, other].map((id) => of.store.grant(id)?.revokedAt !== null);
  expect(ended).toEqual([true, true, true, false]);
});

it("lists a connection once its client fetched the tokens, and deletes one whose client never does", () => {
  using of = setUp();
  const listed = (): number[] => of.oauth.list({ kind: "board" }).map(({ id }) => id);
  const device = of.approve("g1");
  const program = of.approve("g2");
  const abandoned = of.approve("g3");
  for (const key of ["g1", "g2", "g3"]) of.put("Grant", key);
  expect(listed()).toEqual([]);
  of.put("RefreshToken", "r2", { grantKey: "g2" });
  of.put("AccessToken", compactDigestOf("token"), { grantKey: "g1", expiresAt: of.clock.at + 1_000 });
  expect(of.oauth.redeemAccessToken("token")).toBe(device);
  expect(listed()).toEqual([program, device]);
  of.clock.at += 600_000;
  of.oauth.sweep();
  expect(of.store.grant(abandoned)).toBeDefined();
  of.clock.at += 1;
  of.oauth.sweep();
  expect([of.store.grant(abandoned), of.left()]).toEqual([undefined, ["g1", "g2", "r2"]]);
  expect(listed()).toEqual([program, device]);
});
