import { describe, expect, it } from "vitest";
import { silentLog, testStart } from "../../../../test/support/database.ts";
import type { SessionRow } from "../sessions/index.ts";
import { openSessionBed } from "../sessions/session-test-bed.ts";
import { waitingService } from "./index.ts";

type Deps = Parameters<typeof waitingService>[0];

/** What is said of a session with these columns. */
async function saidOf(row: Partial<SessionRow>, deps: Partial<Deps> = {}) {
  await using bed = await openSessionBed();
  const id = bed.addSession(row);
  const waiting = waitingService({
    clock: bed.clock,
    log: silentLog,
    pages: { inference: null, connectors: null },
    laneTaker: () => null,
    nextWake: () => null,
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
  ] as const)("tells what holds a session that waits as %s (R49)", async (waitingKind, mechanisms, keys) => {
    const said = await saidOf({ status: "waiting", waitingKind, waitingSince: since });
    expect(said.reasons.map(({ mechanism }) => mechanism)).toEqual(mechanisms);
    expect(said.keys).toEqual(keys);
    for (const { at, current } of said.reasons) expect([at, current]).toEqual(["2026-06-01T11:59:00Z", true]);
  });

  it("tells a park for consent from one for quota", async () => {
    const servers = [{ server_name: "tracker", server_url: "https://tracker.example" }];
    const said = await saidOf({
      status: "waiting",
      waitingKind: "parked",
      failureReason: "oauth_required",
      oauthRequiredServers: JSON.stringify(servers),
    });
    expect(said.keys).toEqual(["mcp_oauth_required"]);
    expect(said.reasons).toMatchObject([{ mechanism: "auth_outage_park", at: null }]);
  });

  it("tells of a question that nobody answered, but not in the trash", async () => {
    const lostElicitation = JSON.stringify({ reason: "expired", summary: "Which one?" });
    expect((await saidOf({ status: "needs_input", lostElicitation })).keys).toEqual(["lost_elicitation"]);
    expect((await saidOf({ status: "archived", lostElicitation })).keys).toEqual([]);
  });

  it("reads the gate's records once there is a gate, and the hold and the pause only of what waits", async () => {
    const spot: Deps["spot"] = {
      hold: () => ({ since, why: "fleet_at_cap", detail: "Full.", retryAt: testStart + 1 }),
      pause: () => ({ since, why: "quota", detail: "Spent." }),
      admission: () => ({ at: since, running: true }),
    };
    const waits = await saidOf({ status: "waiting", waitingKind: "held" }, { spot });
    expect(waits.keys).toEqual(["quota_limit_paused", "spot_hold", "starvation_admission", "queued_turn"]);
    expect((await saidOf({ status: "running" }, { spot })).keys).toEqual(["starvation_admission"]);
  });

  it("leaves out what cannot be read, and tells the rest (R50)", async () => {
    const row = {
      status: "waiting",
      waitingKind: "queued",
      oauthRequiredServers: "not JSON",
      lostElicitation: "{",
    } as const;
    const unreadable: Partial<Deps> = {
      laneTaker: broken,
      nextWake: broken,
      spot: { hold: broken, pause: broken, admission: broken },
    };
    const said = await saidOf(row, {
      ...unreadable,
      reconnect: () => [{ server_name: "a", server_url: "b" }],
    });
    expect(said.keys).toEqual(["mcp_oauth_reconnect"]);
    expect(said.reasons).toMatchObject([{ mechanism: "turn_queued", current: true }]);
  });
});

describe("glance", () => {
  const asleep = { status: "waiting", waitingKind: "asleep" } as const;

  it("gives the weightiest reason, and when it is over", async () => {
    const nextWake = () => ({ at: testStart + 3_600_000, event: null, count: 1 });
    expect((await saidOf(asleep, { nextWake })).glance).toMatchObject({
      key: "pending_wake",
      until: "2026-06-01T13:00:00Z",
    });
    const parked = { waitingKind: "parked", retryAt: testStart + 60_000 } as const;
    expect((await saidOf({ ...asleep, ...parked }, { nextWake })).glance).toMatchObject({
      key: "auth_outage",
      until: "2026-06-01T12:01:00Z",
    });
  });

  it("says nothing where nothing holds it back", async () => {
    expect((await saidOf(asleep)).glance).toBeNull();
  });
});
