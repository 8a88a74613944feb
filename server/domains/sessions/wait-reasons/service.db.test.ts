import { describe, expect, it } from "vitest";
import { silentLog, testStart } from "../../../../test/support/database.ts";
import type { SessionRow } from "../sessions/index.ts";
import { openSessionBed } from "../sessions/session-test-bed.ts";
import { waitReasonService } from "./index.ts";

type Deps = Parameters<typeof waitReasonService>[0];

/** The reasons and banners of a session with these columns; `damage` is SQL that spoils its row. */
async function reasonsFor(row: Partial<SessionRow>, deps: Partial<Deps> = {}, damage = "") {
  await using bed = await openSessionBed();
  const id = bed.addSession(row);
  bed.database.sql.exec(damage);
  const waiting = waitReasonService({
    clock: bed.clock,
    log: silentLog,
    pages: { inference: null, connectors: null },
    threadVictim: () => null,
    busyAgents: () => null,
    cloning: () => null,
    nextWake: () => null,
    missingSpace: () => null,
    spot: null,
    reconnect: () => [],
    ...deps,
  });
  const { reasons, banners } = waiting.of(bed.sessions.find(String(id)));
  const glance = waiting.glance(bed.sessions.find(String(id)));
  return { glance, reasons, keys: banners.map(({ key }) => key), banners };
}

const broken = (): never => {
  throw new Error("no such table");
};
const since = testStart - 60_000;

describe("of", () => {
  it.each([
    ["queued", ["turn_queued"], ["queued_turn"]],
    ["held", ["turn_queued"], ["queued_turn"]],
    ["parked", ["auth_outage_park"], ["auth_outage"]],
    ["idle", [], []],
    ["asleep", [], []],
  ] as const)("returns why a session waits as %s (R49)", async (waitingKind, mechanisms, keys) => {
    const said = await reasonsFor({ status: "waiting", waitingKind, waitingSince: since });
    expect(said.reasons.map(({ mechanism }) => mechanism)).toEqual(mechanisms);
    expect(said.keys).toEqual(keys);
    for (const { at, current } of said.reasons) expect([at, current]).toEqual(["2026-06-01T11:59:00Z", true]);
  });

  it("distinguishes a park for consent from one for quota", async () => {
    const servers = [{ server_name: "tracker", server_url: "https://tracker.example" }];
    const said = await reasonsFor({
      status: "waiting",
      waitingKind: "parked",
      failureReason: "oauth_required",
      oauthRequiredServers: servers,
    });
    expect(said.keys).toEqual(["mcp_oauth_required"]);
    expect(said.reasons).toMatchObject([{ mechanism: "auth_outage_park", at: null }]);
  });

  it("shows an unanswered question, except in the trash", async () => {
    const lostElicitation = { reason: "expired", at: "", request_id: "one", summary: "Which one?" } as const;
    expect((await reasonsFor({ status: "needs_input", lostElicitation })).keys).toEqual(["lost_elicitation"]);
    expect((await reasonsFor({ status: "archived", lostElicitation })).keys).toEqual([]);
  });

  it("reads the gate's records if there is a gate, and the hold and pause only of waiting sessions", async () => {
    const spot: Deps["spot"] = {
      hold: () => ({ since, why: "fleet_at_cap", detail: "Full.", retryAt: testStart + 1 }),
      pause: () => ({ since, why: "quota", detail: "Spent." }),
      admission: () => ({ at: since, running: true }),
    };
    const waits = await reasonsFor({ status: "waiting", waitingKind: "held" }, { spot });
    expect(waits.keys).toEqual(["quota_limit_paused", "spot_hold", "starvation_admission", "queued_turn"]);
    expect((await reasonsFor({ status: "running" }, { spot })).keys).toEqual(["starvation_admission"]);
  });

  it("leaves out what cannot be read, and returns the rest (R50)", async () => {
    const row = {
      status: "waiting",
      waitingKind: "queued",
    } as const;
    const unreadable: Partial<Deps> = {
      threadVictim: broken,
      nextWake: broken,
      spot: { hold: broken, pause: broken, admission: broken },
    };
    const reconnect = () => [{ server_name: "a", server_url: "b" }];
    const damage = "UPDATE sessions SET oauth_required_servers = 'not JSON', lost_elicitation = '{'";
    const said = await reasonsFor(row, { ...unreadable, reconnect }, damage);
    expect(said.keys).toEqual(["mcp_oauth_reconnect"]);
    expect(said.reasons).toMatchObject([{ mechanism: "turn_queued", current: true }]);
  });
});

describe("glance", () => {
  const asleep = { status: "waiting", waitingKind: "asleep" } as const;

  it("returns the most important reason, and when it ends", async () => {
    const nextWake = () => ({ at: testStart + 3_600_000, event: null, count: 1 });
    expect((await reasonsFor(asleep, { nextWake })).glance).toMatchObject({
      key: "pending_wake",
      until: "2026-06-01T13:00:00Z",
    });
    const parked = { waitingKind: "parked", retryAt: testStart + 60_000 } as const;
    expect((await reasonsFor({ ...asleep, ...parked }, { nextWake })).glance).toMatchObject({
      key: "auth_outage",
      until: "2026-06-01T12:01:00Z",
    });
  });

  it("returns null if nothing holds the session back", async () => {
    expect((await reasonsFor(asleep)).glance).toBeNull();
  });
});
