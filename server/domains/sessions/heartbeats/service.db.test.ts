import { describe, expect, it } from "vitest";
import { silentLog } from "../../../../test/support/database.ts";
import { openSessionBed, type SessionBed } from "../sessions/session-test-bed.ts";
import { heartbeatService } from "./service.ts";

const minute = 60_000;

/** The sweep on real sessions; `nudged` has those that were given a turn. */
async function openHeartbeats() {
  const bed = await openSessionBed();
  const nudged: number[] = [];
  const busy = new Set<number>();
  const { database, sessions, sessionLog } = bed;
  const heartbeats = heartbeatService({
    database,
    log: silentLog,
    sessionLog,
    sessions,
    hasWork: ({ id }) => busy.has(id),
    nudge(row) {
      if (row.title === "Broken") throw new Error("It cannot");
      nudged.push(row.id);
      return row;
    },
  });
  return { bed, nudged, busy, heartbeats };
}

const beating = (bed: SessionBed, more: Parameters<SessionBed["addSession"]>[0] = {}): number =>
  bed.addSession({ heartbeatEnabled: true, heartbeatAt: bed.clock.at, ...more });

describe("the sweep of heartbeats", () => {
  it("nudges a session when its interval is over, and not again before the next", async () => {
    const { bed, nudged, heartbeats } = await openHeartbeats();
    await using _ = bed;
    const id = beating(bed);
    bed.clock.at += minute - 1;
    heartbeats.sweep();
    expect(nudged).toEqual([]);
    bed.clock.at += 1;
    heartbeats.sweep();
    heartbeats.sweep();
    expect(nudged).toEqual([id]);
    bed.clock.at += minute;
    heartbeats.sweep();
    expect(nudged).toEqual([id, id]);
  });

  it("only records the heartbeat if a session is busy, asking or paused", async () => {
    const { bed, nudged, busy, heartbeats } = await openHeartbeats();
    await using _ = bed;
    const ids = [
      beating(bed, { status: "running" }),
      beating(bed, { status: "waiting", waitingKind: "parked" }),
      beating(bed, { status: "failed" }),
      beating(bed, { pausedBy: "user" }),
      beating(bed, { blockedOnElicitation: true }),
      beating(bed),
    ];
    busy.add(ids[5] ?? 0);
    const before = ids.map((id) => bed.sessions.find(String(id)));
    bed.clock.at += minute;
    heartbeats.sweep();
    const after = ids.map((id) => bed.sessions.find(String(id)));
    expect(nudged).toEqual([]);
    expect(after).toEqual(before.map((row) => ({ ...row, heartbeatAt: bed.clock.at })));
  });

  it("turns the heartbeat of an archived session off", async () => {
    const { bed, heartbeats } = await openHeartbeats();
    await using _ = bed;
    const id = beating(bed, { status: "archived" });
    bed.clock.at += minute;
    heartbeats.sweep();
    expect(bed.sessions.find(String(id)).heartbeatEnabled).toBe(false);
  });

  it("nudges the others if one fails, and retries that one", async () => {
    const { bed, nudged, heartbeats } = await openHeartbeats();
    await using _ = bed;
    const broken = beating(bed, { title: "Broken" });
    const sound = beating(bed);
    bed.clock.at += minute;
    heartbeats.sweep();
    expect(nudged).toEqual([sound]);
    expect(bed.sessions.heartbeatsDue().map(({ id }) => id)).toEqual([broken]);
  });

  it("uses the index of enabled heartbeats", async () => {
    const { bed } = await openHeartbeats();
    await using _ = bed;
    const plan = bed.database.sql
      .prepare(
        `EXPLAIN QUERY PLAN SELECT id FROM sessions WHERE heartbeat_enabled = 1
          AND COALESCE(heartbeat_at, 0) + heartbeat_interval_seconds * 1000 <= 0 ORDER BY heartbeat_at`,
      )
      .all();
    expect(JSON.stringify(plan)).toContain("sessions_heartbeat");
  });
});
