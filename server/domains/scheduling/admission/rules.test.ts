import { expect, it } from "vitest";
import { defaultKnobs, type QuotaReading } from "./model.ts";
import {
  burnOf,
  changedPolicy,
  decideAdmission,
  lanePriority,
  mayPassStarved,
  type Situation,
} from "./rules.ts";
import { text } from "./text.ts";

const now = 1_000_000_000;
const minute = 60_000;

const situation: Situation = {
  now,
  allPaused: false,
  budget: null,
  class: "spot",
  policy: { ...defaultKnobs, max_concurrent_sessions: 3 },
  onWorker: 1,
  awaiting: 0,
  holdsSlot: false,
  reading: null,
  isQuotaUnread: false,
  burn: { fleet: null, candidate: null },
  margin: 0,
};

type Window = QuotaReading["windows"][number];
const reading = (...windows: Partial<Window>[]): QuotaReading => ({
  provider: "claude_code",
  takenAt: now,
  windows: windows.map((window) => ({
    name: "five_hour",
    utilization: 0,
    resetsAt: now + 100 * minute,
    capacity: null,
    ...window,
  })),
});

const decide = (changes: Partial<Situation>) => {
  const { allowed, reason, ceiling } = decideAdmission({ ...situation, ...changes });
  return [allowed, reason, ceiling];
};

it.each<[string, Partial<Situation>, ReturnType<typeof decide>]>([
  [
    "a priority session starts over every limit",
    { class: "priority", onWorker: 99 },
    [true, "priority", null],
  ],
  [
    "while everything is paused nothing starts, a priority session neither",
    { allPaused: true, class: "priority", holdsSlot: true },
    [false, "all_paused", null],
  ],
  [
    "a budget that is used up holds whatever it is for",
    { budget: { detail: "", until: now + minute }, policy: { ...defaultKnobs, gating_enabled: false } },
    [false, "budget_reached", null],
  ],
  [
    "without gating everything starts",
    { policy: { ...defaultKnobs, gating_enabled: false }, onWorker: 99 },
    [true, "gating_disabled", null],
  ],
  ["without a reading only the count matters", {}, [true, "no_snapshot", null]],
  ["quota that cannot be read holds nothing", { isQuotaUnread: true }, [true, "unavailable", null]],
  [
    "quota that cannot be read does not lift the limit",
    { isQuotaUnread: true, onWorker: 3 },
    [false, "fleet_at_cap", "fleet_cap"],
  ],
  ["without a reading the limit holds all the same", { onWorker: 3 }, [false, "fleet_at_cap", "fleet_cap"]],
  ["those next in line count as well", { onWorker: 1, awaiting: 2 }, [false, "fleet_at_cap", "fleet_cap"]],
  ["who has a slot keeps it", { onWorker: 3, holdsSlot: true }, [true, "no_snapshot", null]],
  [
    "room in the window is within limits",
    { reading: reading({ utilization: 0.5 }) },
    [true, "within_limits", null],
  ],
  [
    "the reserve is not for spot sessions",
    { reading: reading({ utilization: 0.8 }) },
    [false, "at_utilization_limit", "spot_budget"],
  ],
  [
    "who has a slot has no claim on quota",
    { reading: reading({ utilization: 0.9 }), holdsSlot: true },
    [false, "at_utilization_limit", "spot_budget"],
  ],
  [
    "a window past its reset is unused",
    { reading: reading({ utilization: 1, resetsAt: now }) },
    [true, "within_limits", null],
  ],
  [
    "an unknown window says nothing",
    { reading: reading({ utilization: null }) },
    [true, "no_snapshot", null],
  ],
  [
    "the weekly window counts like the other",
    { reading: reading({ utilization: 0.1 }, { name: "weekly", utilization: 0.99 }) },
    [false, "at_utilization_limit", "spot_budget"],
  ],
  [
    "a reserve of everything holds an unused window",
    { reading: reading({}), policy: { ...defaultKnobs, five_hour_reserve_pct: 100 } },
    [false, "at_utilization_limit", "spot_budget"],
  ],
  [
    "what was paused needs some points more room",
    { reading: reading({ utilization: 0.77 }), margin: 5 },
    [false, "at_utilization_limit", "spot_budget"],
  ],
  [
    "use of more than the budget in the next ten minutes is over it",
    { reading: reading({ utilization: 0.7, capacity: 100 }), burn: { fleet: 1, candidate: 0.5 } },
    [false, "at_utilization_limit", "spot_budget"],
  ],
  [
    "faster than until the reset is over the pace",
    { reading: reading({ utilization: 0.2, capacity: 100 }), burn: { fleet: 0.5, candidate: 0.2 } },
    [false, "at_utilization_limit", "pacing_curve"],
  ],
  [
    "the pace does not matter when nothing runs",
    {
      reading: reading({ utilization: 0.2, capacity: 100 }),
      burn: { fleet: 0.5, candidate: 0.2 },
      onWorker: 0,
    },
    [true, "within_limits", null],
  ],
])("%s", (_title, changes, expected) => {
  expect(decide(changes)).toEqual(expected);
});

it("says until when: the last reset of what is spent, nothing for the count", () => {
  const windows = [
    { utilization: 0.9, resetsAt: now + minute },
    { name: "weekly" as const, utilization: 0.95, resetsAt: now + 9 * minute },
  ];
  expect(decideAdmission({ ...situation, reading: reading(...windows) }).until).toBe(now + 9 * minute);
  expect(decideAdmission({ ...situation, onWorker: 3 }).until).toBeNull();
  const unknown = reading({ utilization: 0.9, resetsAt: null });
  expect(decideAdmission({ ...situation, reading: unknown }).until).toBeNull();
});

it.each([
  ["after the ceiling", {}, true],
  ["not before it", { since: now - 23 * 60 * minute }, false],
  ["not while another does", { laneTaken: true }, false],
  ["not above the limit of sessions", { active: 10 }, false],
  ["never for the count of sessions", { verdict: { reason: "fleet_at_cap" as const } }, false],
  ["never when it is off", { policy: { ...defaultKnobs, starvation_age_ceiling_hours: 0 } }, false],
])("a turn that quota holds runs once %s", (_title, changes, expected) => {
  const state = {
    now,
    verdict: { reason: "at_utilization_limit" as const },
    policy: defaultKnobs,
    since: now - 24 * 60 * minute,
    laneTaken: false,
    active: 2,
  };
  expect(mayPassStarved({ ...state, ...changes })).toBe(expected);
});

it("orders the lane by class, then precedence", () => {
  const order = [
    lanePriority("spot", -5),
    lanePriority("spot", 1_000_000_000),
    lanePriority("priority", -1_000_000_000),
    lanePriority("priority", 0),
  ];
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

it("names what changed, and nothing when a value is out of range", () => {
  expect(changedPolicy(defaultKnobs, { enabled: true, weekly_reserve_pct: 5 }).changed).toEqual([
    "weekly_reserve_pct",
  ]);
  const bad = changedPolicy(defaultKnobs, { weekly_reserve_pct: 5, max_concurrent_sessions: 0.5 });
  expect(bad).toMatchObject({ knobs: defaultKnobs, changed: [] });
  expect(bad.problems).toHaveLength(1);
});

it("says when the pace fits again", () => {
  const windows = [{ utilization: 0.2, capacity: 100, resetsAt: now + 100 * minute }];
  const verdict = decideAdmission({
    ...situation,
    reading: reading(...windows),
    burn: { fleet: 0.8, candidate: 0.2 },
  });
  // 60 dollars are left for spot sessions: at one dollar a minute they last for the last hour.
  expect(verdict).toMatchObject({ ceiling: "pacing_curve", stopsRunning: false });
  expect(verdict.until).toBe(now + 40 * minute + 1);
});

it("adds up what running sessions use, and knows nothing as long as one of them was never measured", () => {
  const rates = new Map([
    ["cheap", 0.01],
    ["expensive", 0.5],
  ]);
  const rate = ({ model }: { model: string }): number | null => rates.get(model) ?? null;
  const fleet = [
    { model: "cheap", count: 3 },
    { model: "expensive", count: 1 },
  ];
  expect(burnOf({ fleet, candidate: { model: "cheap" }, rate })).toEqual({ fleet: 0.53, candidate: 0.01 });
  expect(burnOf({ fleet: [], candidate: null, rate })).toEqual({ fleet: 0, candidate: null });
  const unknown = [...fleet, { model: "new", count: 1 }];
  expect(burnOf({ fleet: unknown, candidate: { model: "new" }, rate })).toEqual({
    fleet: null,
    candidate: null,
  });
});

it("stops running turns only once the quota for them is used up, not for one that would not fit", () => {
  const burn = { fleet: 1, candidate: 0.5 };
  const [tight, spent] = [0.7, 0.8].map((utilization) =>
    decideAdmission({ ...situation, burn, reading: reading({ utilization, capacity: 100 }) }),
  );
  expect(tight).toMatchObject({ ceiling: "spot_budget", stopsRunning: false });
  expect(spent).toMatchObject({ ceiling: "spot_budget", stopsRunning: true });
});

it("says in dollars what does not fit, and how fast is too fast", () => {
  const detail = (utilization: number, burn: Situation["burn"]): string => {
    const held = { ...situation, burn, reading: reading({ utilization, capacity: 100 }) };
    return text.detail(decideAdmission(held), held);
  };
  expect(detail(0.7, { fleet: 1, candidate: 0.5 })).toBe(
    "Another turn would not fit what is left for spot sessions: $10.00 of the five-hour window.",
  );
  expect(detail(0.2, { fleet: 0.5, candidate: 0.2 })).toBe(
    "With another turn, the running sessions would use quota too fast: $0.70 per minute instead of $0.60 until the five-hour window is reset.",
  );
});
