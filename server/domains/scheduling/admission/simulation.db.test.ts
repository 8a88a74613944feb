import { expect, it } from "vitest";
import { seedFrom } from "../../../../test/random-seed.ts";
import type { SessionRow } from "../../sessions/sessions/index.ts";
import { windowNames } from "./model.ts";
import { type AdmissionBed, openAdmissionBed, type Queued } from "./simulation-test-bed.ts";

/** SIGNALBOX_SIMULATION_SEED takes another seed, or `random`. */
const seed = seedFrom("SIGNALBOX_SIMULATION_SEED");
/** Fewer on every run of the tests than on one that is asked for. */
const sessionsInAll = process.env["SIGNALBOX_SIMULATION_SEED"] ? 10_000 : 1_500;
/** Beyond this many that wait or run, more turns end than begin. */
const crowd = 40;

const runtimes = ["claude_code", "codex", "pi"] as const;
const models = ["cheap", "expensive"] as const;
const minute = 60_000;
const hour = 60 * minute;

/** Numbers from one seed, the same on every machine. */
function chance(from: number) {
  let state = from >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    below: (limit: number): number => Math.floor(next() * limit),
    oneOf<T>(list: readonly T[]): T | undefined {
      return list[Math.floor(next() * list.length)];
    },
    is: (share: number): boolean => next() < share,
  };
}

/** What the simulation knows besides the service: who waits and since when, who runs, and what happened. */
class World {
  readonly dice = chance(seed);
  readonly held = new Map<number, Queued>();
  readonly preempted = new Map<number, number>();
  readonly accounts = new Map(
    runtimes.map((name) => [name, [0, 1, 2].map(() => ({ used: 0, resetsAt: 0 }))]),
  );
  created = 0;
  readonly seen = {
    admitted: 0,
    starved: 0,
    paused: 0,
    preempted: 0,
    promoted: 0,
    restarts: 0,
    paced: 0,
    unfit: 0,
  };
}

type Steps = readonly [share: number, step: (world: World, bed: AdmissionBed) => void][];

const steps: Steps = [
  [40, create],
  [35, endTurn],
  [6, takeReading],
  [2, changePolicy],
  [3, promote],
  [3, changeRank],
  [2, archive],
  [2, followUp],
  [3, stopAgents],
  [1, letTimePass],
  [1, restart],
];
const allShares = steps.reduce((sum, [share]) => sum + share, 0);

it(`keeps its promises over ${sessionsInAll} sessions, whatever happens to them (seed ${seed})`, {
  timeout: 600_000,
}, async () => {
  const world = new World();
  await using bed = await openAdmissionBed({
    onAdmit: (row) => checkAdmission(world, bed, row),
    onYield: (row) => checkYield(world, bed, row),
    stopsSlowly: () => world.dice.is(0.5),
  });
  while (world.created < sessionsInAll) {
    step(world, bed);
    bed.settle();
    learn(world, bed);
    checkQueue(world, bed);
  }
  finish(world, bed);
  expect(bed.queued()).toEqual([]);
  for (const [name, count] of Object.entries(world.seen)) expect(count, name).toBeGreaterThan(0);
});

function step(world: World, bed: AdmissionBed): void {
  const { dice, held } = world;
  bed.moveTo(bed.clock.at + dice.below(3 * minute));
  if (held.size + bed.running().length > crowd && dice.is(0.6)) return endTurn(world, bed);
  let roll = dice.below(allShares);
  for (const [share, take] of steps) {
    roll -= share;
    if (roll < 0) return take(world, bed);
  }
}

function create(world: World, bed: AdmissionBed): void {
  const { dice } = world;
  world.created += 1;
  const { at } = bed.clock;
  const row = bed.rows.insert({
    title: `Simulated ${world.created}`,
    status: "waiting",
    waitingKind: "idle",
    agentRuntime: dice.oneOf(runtimes) ?? "pi",
    branch: "main",
    model: dice.oneOf(models) ?? "cheap",
    genesis: dice.oneOf(["api", "api", "api", "schedule", "web_ui"] as const) ?? "api",
    schedulingClass: dice.is(0.1) ? (dice.oneOf(["spot", "priority"] as const) ?? null) : null,
    precedence: dice.below(9) - 4,
    lastTouchedAt: at,
    createdAt: at,
    updatedAt: at,
  });
  bed.ask(row);
}

const anyRunning = ({ dice }: World, bed: AdmissionBed): SessionRow | undefined =>
  bed.sessions.byId(dice.oneOf(bed.running()) ?? 0);

function endTurn(world: World, bed: AdmissionBed): void {
  const row = anyRunning(world, bed);
  if (row) bed.end(row.id);
}

/** A session goes on with its next message at once, on the thread that it has. */
function followUp(world: World, bed: AdmissionBed): void {
  const row = anyRunning(world, bed);
  if (row) bed.ask(row, true);
}

/** One account of a runtime was read, or its window was reset. */
function takeReading({ dice, accounts }: World, bed: AdmissionBed): void {
  const runtime = dice.oneOf(runtimes) ?? "pi";
  const own = accounts.get(runtime) ?? [];
  const account = dice.oneOf(own);
  if (!account) return;
  account.used = dice.is(0.4) ? 0.7 + dice.below(30) / 100 : dice.below(60) / 100;
  account.resetsAt = bed.clock.at + (1 + dice.below(30)) * hour;
  const average = own.reduce((sum, { used }) => sum + used, 0) / own.length;
  const utilization = dice.is(0.05) ? null : average;
  const resetsAt = Math.min(...own.map((one) => Math.max(one.resetsAt, bed.clock.at + minute)));
  const inDollars = dice.is(0.3);
  bed.readings.set(runtime, {
    provider: runtime,
    takenAt: bed.clock.at,
    windows: windowNames.map((name) => ({
      name,
      utilization,
      resetsAt: dice.is(0.1) ? null : resetsAt,
      capacity: inDollars ? 100 : null,
    })),
  });
  learnRates(runtime, dice, bed);
  bed.admission.onChanged();
}

/** What sessions of the runtime spend per minute; sometimes nothing is known. */
function learnRates(runtime: string, { below, is }: World["dice"], { rates }: AdmissionBed): void {
  const known = is(0.8);
  for (const model of models) {
    const key = `${runtime} ${model}`;
    if (known) rates.set(key, (1 + below(model === "cheap" ? 5 : 50)) / 1_000);
    else rates.delete(key);
  }
}

function changePolicy({ dice }: World, bed: AdmissionBed): void {
  bed.admission.change(
    {
      max_concurrent_sessions: 1 + dice.below(20),
      five_hour_reserve_pct: dice.below(40),
      gating_enabled: dice.is(0.9),
      preemption_enabled: dice.is(0.8),
      starvation_age_ceiling_hours: dice.oneOf([0, 1, 12, 24]),
    },
    { kind: "anyone" },
  );
  bed.overrides.priority = dice.is(0.05) ? ["web_ui", "api"] : ["web_ui"];
  bed.admission.onChanged();
}

const anyHeld = ({ dice, held }: World, bed: AdmissionBed): SessionRow | undefined =>
  bed.sessions.byId(dice.oneOf([...held.keys()]) ?? 0);

function promote(world: World, bed: AdmissionBed): void {
  const row = anyHeld(world, bed);
  if (!row) return;
  world.seen.promoted += 1;
  bed.database.transaction(() => bed.sessions.write(row, { schedulingClass: "priority" }));
}

function changeRank(world: World, bed: AdmissionBed): void {
  const row = anyHeld(world, bed);
  const precedence = world.dice.below(20) - 10;
  if (row) bed.database.transaction(() => bed.sessions.write(row, { precedence }));
}

function archive(world: World, bed: AdmissionBed): void {
  const row = anyHeld(world, bed);
  if (row) bed.sessions.transition(row, { kind: "archive" });
}

function stopAgents(_world: World, bed: AdmissionBed): void {
  bed.stopping.forEach(bed.stopped);
}

function letTimePass({ dice }: World, bed: AdmissionBed): void {
  bed.moveTo(bed.clock.at + dice.below(8) * hour);
}

function restart(world: World, bed: AdmissionBed): void {
  world.seen.restarts += 1;
  bed.restart();
}

/** Nothing new comes: agents stop, windows are reset, and all turns end. */
function finish(world: World, bed: AdmissionBed): void {
  const end = bed.clock.at + 60 * 24 * hour;
  while (bed.clock.at < end && bed.queued().length > 0) {
    stopAgents(world, bed);
    for (const id of bed.running()) bed.end(id);
    bed.settle();
    bed.moveTo(bed.clock.at + 10 * minute);
    if (world.dice.is(0.05)) bed.readings.clear();
    bed.admission.onChanged();
    bed.settle();
  }
}

/** Reads who waits from the rows themselves. */
function learn({ held }: World, bed: AdmissionBed): void {
  held.clear();
  for (const row of bed.queued()) held.set(row.id, row);
}

const activeOf = (bed: AdmissionBed, except: number): number => {
  const { onWorker, awaiting } = bed.admission.store.occupied(except);
  return onWorker + awaiting;
};

type Rank = Pick<SessionRow, "id" | "precedence" | "createdAt">;

const isBefore = (one: Rank, other: Rank): boolean =>
  (other.precedence - one.precedence || one.createdAt - other.createdAt || one.id - other.id) < 0;

const isPaused = (bed: AdmissionBed, id: number): boolean =>
  bed.admission.store.record(id)?.state === "paused";

/** What the running sessions of a runtime spend, from the rows themselves; null if it is unknown. */
function spentByOthers(bed: AdmissionBed, row: SessionRow): number | null {
  const others = bed.running().flatMap((id) => (id === row.id ? [] : (bed.sessions.byId(id) ?? [])));
  const rates = others
    .filter(({ agentRuntime }) => agentRuntime === row.agentRuntime)
    .map(({ agentRuntime, model }) => bed.rates.get(`${agentRuntime} ${model}`) ?? null);
  return rates.includes(null) ? null : rates.reduce<number>((sum, rate) => sum + (rate ?? 0), 0);
}

/** The turn fits what is left for spot sessions, and does not spend it before the reset while others run. */
function checkPace(bed: AdmissionBed, row: SessionRow): void {
  const isIdle = activeOf(bed, row.id) === 0;
  const { windows = [] } = bed.readings.get(row.agentRuntime) ?? {};
  const own = bed.rates.get(`${row.agentRuntime} ${row.model}`) ?? 0;
  const rate = own + (spentByOthers(bed, row) ?? 0);
  const reserve = bed.admission.policy().five_hour_reserve_pct;
  for (const { name, utilization, resetsAt, capacity } of windows) {
    const isOver = resetsAt !== null && resetsAt <= bed.clock.at;
    if (name !== "five_hour" || utilization === null || capacity === null || isOver) continue;
    const left = capacity * (1 - reserve / 100 - utilization);
    expect(left, `${row.id} fits`).toBeGreaterThanOrEqual(rate * 10 - 1e-9);
    if (resetsAt === null || isIdle) continue;
    expect((rate * (resetsAt - bed.clock.at)) / minute, `${row.id} at its pace`).toBeLessThanOrEqual(
      left + 1e-9,
    );
  }
}

/** An admission from the queue is the first of its kind, and its slot is free. */
function checkAdmission(world: World, bed: AdmissionBed, row: SessionRow): void {
  const { admission, sessions, clock } = bed;
  world.seen.admitted += 1;
  if (sessions.classOf(row) === "priority") return;
  const policy = admission.policy();
  const paused = isPaused(bed, row.id);
  const { verdict } = admission.decide({ candidate: row, isPaused: paused });
  if (policy.gating_enabled) expect(activeOf(bed, row.id)).toBeLessThan(policy.max_concurrent_sessions);
  if (!verdict.allowed) {
    world.seen.starved += 1;
    expect(verdict.reason).toBe("at_utilization_limit");
    expect(admission.store.starved()).toBeNull();
    const ceiling = policy.starvation_age_ceiling_hours * hour;
    const since = admission.store.record(row.id)?.since ?? Number.NaN;
    expect(clock.now() - since).toBeGreaterThanOrEqual(ceiling);
    return;
  }
  if (policy.gating_enabled) checkPace(bed, row);
  for (const other of bed.queued()) {
    const competes = other.agentRuntime === row.agentRuntime && other.isPaused === paused;
    if (!competes || other.id === row.id || sessions.classOf(other) === "priority") continue;
    if (!bed.stopping.has(other.id)) expect(isBefore(row, other), `${row.id} before ${other.id}`).toBe(true);
  }
}

/** A slot is taken from a spot session alone, for a reason, and for another session at most every 30 minutes. */
function checkYield(world: World, bed: AdmissionBed, row: SessionRow): void {
  const { admission, clock } = bed;
  expect(bed.sessions.classOf(row)).toBe("spot");
  const record = admission.store.record(row.id);
  if (record?.why === "quota") {
    world.seen.paused += 1;
    return expect(admission.decide({ candidate: row, holdsSlot: true }).verdict).toMatchObject({
      ceiling: "spot_budget",
      windows: expect.arrayContaining([expect.objectContaining({ remaining: 0 })]),
    });
  }
  world.seen.preempted += 1;
  expect(record?.why).toBe("preempted");
  expect(clock.now() - (world.preempted.get(row.id) ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(
    30 * minute,
  );
  expect(activeOf(bed, 0)).toBeGreaterThan(admission.policy().max_concurrent_sessions);
  world.preempted.set(row.id, clock.now());
}

/** Whoever waits has a cause, in words; no slot is promised twice; nobody waits too long while the lane is free. */
function checkQueue({ held, seen }: World, bed: AdmissionBed): void {
  const { admission } = bed;
  const { max_concurrent_sessions: limit, starvation_age_ceiling_hours: hours } = admission.policy();
  const active = activeOf(bed, 0);
  expect(admission.store.marked().length).toBeLessThanOrEqual(Math.max(active - limit, 0));
  const isLaneFree = hours > 0 && active < limit && admission.store.starved() === null;
  const kinds = new Set<string>();
  for (const row of [...held.values()].sort((one, other) => (isBefore(one, other) ? -1 : 1))) {
    if (bed.stopping.has(row.id)) continue;
    if (isLaneFree) expect(bed.clock.at - row.since, `${row.id} waits`).toBeLessThan(hours * hour);
    // The first of each kind stands for the others, which have the same causes.
    const kind = `${row.agentRuntime} ${row.isPaused} ${bed.sessions.classOf(row)}`;
    if (kinds.has(kind)) continue;
    kinds.add(kind);
    const { verdict, detail } = admission.decide({ candidate: row, isPaused: row.isPaused });
    expect(verdict.allowed, `${row.id} waits although: ${detail}`).toBe(false);
    expect(verdict.ceiling).not.toBeNull();
    expect(detail).not.toBe("");
    if (verdict.ceiling === "pacing_curve") seen.paced += 1;
    if (verdict.ceiling === "spot_budget" && !verdict.stopsRunning) seen.unfit += 1;
  }
}

it("holds sessions whose budget is used up until it is not, and lets others pass", async () => {
  await using bed = await openAdmissionBed({
    onAdmit: () => {},
    onYield: () => {},
    stopsSlowly: () => false,
  });
  const add = (schedulingClass: "spot" | "priority") =>
    bed.sessions.find(String(bed.addSession({ agentRuntime: "pi", schedulingClass, status: "needs_input" })));
  const [held, free, own] = [add("spot"), add("spot"), add("priority")];
  const until = bed.clock.at + hour;
  bed.budgets.set(held.id, { detail: "Used up.", until });
  bed.budgets.set(own.id, { detail: "Used up.", until });
  for (const row of [held, free, own]) bed.ask(row);
  bed.settle();
  const waits = (id: number): boolean => bed.sessions.byId(id)?.waitingKind === "spot_queue";
  expect([held, free, own].map(({ id }) => waits(id))).toEqual([true, false, true]);
  expect(bed.admission.waiting.hold(held.id)).toMatchObject({
    why: "budget_reached",
    detail: "Used up.",
    retryAt: until,
  });
  bed.budgets.delete(own.id);
  bed.admission.onChanged();
  bed.settle();
  expect([held, own].map(({ id }) => waits(id))).toEqual([true, false]);
  bed.budgets.clear();
  bed.moveTo(until);
  expect(waits(held.id)).toBe(false);
});
