import { expect, it } from "vitest";
import { openTestDatabase, silentLog } from "../../../../test/support/database.ts";
import { accountPool } from "./pool.ts";
import { accountReadings, readingsKeptMs, rotationsKeptMs } from "./readings.ts";
import { accountReadings as readingRows, accountRotations as rotationRows } from "./table.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The sampling of a service without accounts, which keeps what was stored of earlier ones. */
function sampling(opened: ReturnType<typeof openTestDatabase>) {
  const { database, clock } = opened;
  const secrets = { read: () => null, write: () => {}, remove: () => {} };
  const deps = {
    database,
    clock,
    log: silentLog,
    secrets,
    environment: {},
    runtimes: [],
    capacity: () => null,
  };
  const rest = { redact: (text: string) => text } as Pick<
    Parameters<typeof accountReadings>[0],
    "redact" | "settings"
  >;
  const pool = accountPool(deps);
  const { sample } = accountReadings({ ...deps, ...rest }, pool);
  const { store } = pool;
  return {
    sample,
    readAt: (takenAt: number) =>
      store.addReading({
        accountId: null,
        email: "ada@example.org",
        runtime: "codex",
        takenAt,
        trigger: "sample",
      }),
    rotateAt: (at: number) =>
      store.addRotation({
        runtime: "codex",
        at,
        reason: "manual",
        source: "manual",
        toEmail: "ada@example.org",
      }),
    readings: () =>
      database.db
        .select({ at: readingRows.takenAt })
        .from(readingRows)
        .all()
        .map(({ at }) => at),
    rotations: () =>
      database.db
        .select({ at: rotationRows.at })
        .from(rotationRows)
        .all()
        .map(({ at }) => at),
  };
}

it("keeps the readings of ninety days, after two days the last one of each hour", async () => {
  using opened = openTestDatabase();
  const { clock } = opened;
  clock.at = 200 * dayMs;
  const { sample, readAt, readings } = sampling(opened);
  const now = clock.at;
  const thinned = now - 2 * dayMs - 5 * hourMs;
  const kept = [
    now - readingsKeptMs,
    thinned + 40 * 60_000,
    thinned + hourMs,
    now - dayMs,
    now - dayMs + 60_000,
  ];
  for (const at of [now - readingsKeptMs - 1, thinned, thinned + 20 * 60_000, ...kept]) readAt(at);
  await sample();
  expect(readings().toSorted((one, other) => one - other)).toEqual(kept);
});

it("keeps for a year which account followed which", async () => {
  using opened = openTestDatabase();
  const { clock } = opened;
  clock.at = 900 * dayMs;
  const { sample, rotateAt, rotations } = sampling(opened);
  for (const at of [clock.at - rotationsKeptMs - 1, clock.at - rotationsKeptMs, clock.at]) rotateAt(at);
  await sample();
  expect(rotations()).toEqual([clock.at - rotationsKeptMs, clock.at]);
});
