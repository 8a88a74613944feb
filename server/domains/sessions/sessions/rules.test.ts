import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sessionRefusal } from "./errors.ts";
import { type SessionStatus, statusNames } from "./model.ts";
import {
  type CurrentState,
  decidePrecedence,
  decideTransition,
  priorityClass,
  readReference,
  readStatusFilter,
  readTitle,
  type StatusEvent,
  titleFromPrompt,
  validateSlug,
} from "./rules.ts";

const stateOf = (status: SessionStatus, more: Partial<CurrentState> = {}): CurrentState => ({
  status,
  waitingKind: status === "waiting" ? "queued" : null,
  pendingSleep: false,
  blockedOnElicitation: false,
  archivedFrom: null,
  hasRun: true,
  wakeArmed: false,
  ...more,
});

/** A decision as the table has it: the new status with its kind of waiting, or the label of the refusal. */
function outcomeOf(from: CurrentState, event: StatusEvent): string {
  const decision = decideTransition(from, event);
  if (decision.kind === "refuse") return `no: ${sessionRefusal(decision.code).label}`;
  const { status, waitingKind } = decision.to;
  return waitingKind === null ? status : `${status} ${waitingKind}`;
}

const events = {
  "a turn is queued and a thread is free": { kind: "turn_queued", laneFree: true },
  "a turn is queued behind others": { kind: "turn_queued", laneFree: false },
  "the agent runs": { kind: "turn_started" },
  "the agent finishes": { kind: "turn_rested" },
  "the turn waits for a provider": { kind: "turn_postponed", why: "held" },
  "the turn waits for quota": { kind: "turn_postponed", why: "parked" },
  "the turn fails": { kind: "turn_failed" },
  "a person pauses it": { kind: "paused" },
  "a caller puts it to sleep": { kind: "sleep" },
  "its agent schedules a wake": { kind: "wake_armed" },
  "no sign-in is missing": { kind: "unparked", neverUsed: false },
  "a person archives it": { kind: "archive" },
  "a person unarchives it": { kind: "unarchive" },
} as const satisfies Record<string, StatusEvent>;

type Row = [event: keyof typeof events, ...outcomes: string[]];
/** Columns: from waiting, running, needs_input, failed, archived. */
const table: Row[] = [
  ["a turn is queued and a thread is free", "running", "running", "running", "running", "no: Cannot start"],
  [
    "a turn is queued behind others",
    "waiting queued",
    "waiting queued",
    "waiting queued",
    "waiting queued",
    "no: Cannot start",
  ],
  ["the agent runs", "running", "running", "running", "running", "no: Cannot start"],
  ["the agent finishes", "needs_input", "needs_input", "needs_input", "needs_input", "no: Cannot rest"],
  [
    "the turn waits for a provider",
    "waiting held",
    "waiting held",
    "waiting held",
    "waiting held",
    "no: Cannot wait",
  ],
  [
    "the turn waits for quota",
    "waiting parked",
    "waiting parked",
    "waiting parked",
    "waiting parked",
    "no: Cannot wait",
  ],
  ["the turn fails", "failed", "failed", "failed", "failed", "no: Cannot fail"],
  [
    "a person pauses it",
    "no: Cannot pause",
    "needs_input",
    "no: Cannot pause",
    "no: Cannot pause",
    "no: Cannot pause",
  ],
  [
    "a caller puts it to sleep",
    "no: Cannot sleep",
    "running",
    "waiting asleep",
    "no: Cannot sleep",
    "no: Cannot sleep",
  ],
  [
    "its agent schedules a wake",
    "waiting queued",
    "running",
    "waiting asleep_on_wake",
    "no: Cannot be woken",
    "no: Cannot be woken",
  ],
  [
    "no sign-in is missing",
    "no: Cannot go on",
    "no: Cannot go on",
    "no: Cannot go on",
    "no: Cannot go on",
    "no: Cannot go on",
  ],
  ["a person archives it", "archived", "archived", "archived", "archived", "no: Cannot trash"],
  [
    "a person unarchives it",
    "no: Cannot restore",
    "no: Cannot restore",
    "no: Cannot restore",
    "no: Cannot restore",
    "needs_input",
  ],
];
const from: SessionStatus[] = ["waiting", "running", "needs_input", "failed", "archived"];

describe("the state machine", () => {
  it.each(
    table.flatMap(([event, ...outcomes]) => from.map((status, at) => [event, status, outcomes[at]] as const)),
  )("when %s while %s: %s", (event, status, outcome) => {
    expect(outcomeOf(stateOf(status), events[event])).toBe(outcome);
  });

  it.each([
    ["needs input if it was used before", false, "needs_input"],
    ["has nothing to do if it was not", true, "waiting idle"],
  ])("a parked session that no sign-in is missing for %s", (_title, neverUsed, outcome) => {
    const parked = stateOf("waiting", { waitingKind: "parked" });
    expect(outcomeOf(parked, { kind: "unparked", neverUsed })).toBe(outcome);
  });

  it("tests every event in every state", () => {
    expect(new Set(table.map(([event]) => event))).toEqual(new Set(Object.keys(events)));
    expect([...from].sort()).toEqual([...statusNames].sort());
  });

  it.each([
    [
      "a finished turn of a session with a pending sleep ends asleep",
      { kind: "turn_rested" },
      "waiting asleep",
      true,
    ],
    ["starting keeps the pending sleep", { kind: "turn_started" }, "running", false],
    ["waiting keeps the pending sleep", { kind: "turn_postponed", why: "held" }, "waiting held", false],
  ] as const)("%s", (_title, event, outcome, asleep) => {
    const sleepy = stateOf("running", { pendingSleep: true });
    expect(outcomeOf(sleepy, event)).toBe(outcome);
    expect(decideTransition(sleepy, event)).toMatchObject({ to: { asleep, pendingSleep: !asleep } });
  });

  it.each<[string, StatusEvent]>([
    ["a new turn", { kind: "turn_queued", laneFree: true }],
    ["a pause", { kind: "paused" }],
    ["a failure", { kind: "turn_failed" }],
    ["the archive", { kind: "archive" }],
  ])("%s clears a pending sleep", (_title, event) => {
    expect(decideTransition(stateOf("running", { pendingSleep: true }), event)).toMatchObject({
      to: { pendingSleep: false },
    });
  });

  it.each<[string, CurrentState, StatusEvent, string]>([
    [
      "falls asleep immediately while it needs input",
      stateOf("needs_input"),
      { kind: "wake_armed" },
      "waiting asleep_on_wake",
    ],
    [
      "stays asleep, now until its wake",
      stateOf("waiting", { waitingKind: "asleep" }),
      { kind: "wake_armed" },
      "waiting asleep_on_wake",
    ],
    [
      "sleeps until its wake when it is put to sleep",
      stateOf("needs_input", { wakeArmed: true }),
      { kind: "sleep" },
      "waiting asleep_on_wake",
    ],
    [
      "sleeps again after any turn",
      stateOf("running", { pendingSleep: true, wakeArmed: true }),
      { kind: "turn_rested" },
      "waiting asleep_on_wake",
    ],
    [
      "needs input when its agent asked for a person",
      stateOf("running", { wakeArmed: true }),
      { kind: "turn_rested" },
      "needs_input",
    ],
  ])("a session with a wake %s", (_title, before, event, outcome) => {
    expect(outcomeOf(before, event)).toBe(outcome);
  });

  it.each<[string, CurrentState, StatusEvent]>([
    ["a turn is running", stateOf("running"), { kind: "wake_armed" }],
    ["a turn is queued", stateOf("waiting", { waitingKind: "parked" }), { kind: "wake_armed" }],
    [
      "its agent waits for an answer",
      stateOf("needs_input", { blockedOnElicitation: true }),
      { kind: "wake_armed" },
    ],
    [
      "it gets a message",
      stateOf("waiting", { waitingKind: "asleep_on_wake", wakeArmed: true }),
      { kind: "turn_queued", laneFree: true },
    ],
  ])("a session with a wake sleeps after the turn when %s", (_title, before, event) => {
    expect(decideTransition(before, event)).toMatchObject({
      to: { pendingSleep: true, asleep: false, blockedOnElicitation: before.blockedOnElicitation },
    });
  });

  it.each<[string, StatusEvent, object]>([
    ["ends it when paused", { kind: "paused" }, { status: "needs_input", blockedOnElicitation: false }],
    [
      "keeps running when put to sleep, and sleeps afterwards",
      { kind: "sleep" },
      { status: "needs_input", blockedOnElicitation: true, pendingSleep: true },
    ],
    ["continues it when answered", { kind: "elicitation_closed" }, { status: "running" }],
    [
      "needs input when the turn ends",
      { kind: "turn_rested" },
      { status: "needs_input", blockedOnElicitation: false },
    ],
  ])("a session that waits for an answer in the middle of its turn %s", (_title, event, to) => {
    const blocked = stateOf("needs_input", { blockedOnElicitation: true });
    expect(decideTransition(blocked, event)).toMatchObject({ kind: "move", to });
  });

  it.each([
    ["failed, if it had failed", { archivedFrom: "failed" }, "failed"],
    [
      "needing input, if it failed before it ever ran",
      { archivedFrom: "failed", hasRun: false },
      "needs_input",
    ],
    ["needing input, if it waited", { archivedFrom: "waiting" }, "needs_input"],
    ["needing input, if it never ran", { archivedFrom: "waiting", hasRun: false }, "needs_input"],
  ] as const)("an archived session comes back %s", (_title, more, outcome) => {
    expect(outcomeOf(stateOf("archived", more), { kind: "unarchive" })).toBe(outcome);
  });

  it("names the session's status in a refusal", () => {
    const refused = { kind: "refuse", code: "cannot_pause" } as const;
    expect(decideTransition(stateOf("failed"), { kind: "paused", preparing: true })).toEqual(refused);
    const { message } = sessionRefusal(refused.code, { status: "failed" });
    expect(message).toBe("Only a running session can be paused; this one is failed");
  });

  it("sets a waiting kind only while waiting, and sleeps only then", () => {
    const anyState = fc.record<CurrentState>({
      status: fc.constantFrom(...statusNames),
      waitingKind: fc.constantFrom(null, "idle", "queued", "held", "parked", "asleep", "asleep_on_wake"),
      pendingSleep: fc.boolean(),
      blockedOnElicitation: fc.boolean(),
      archivedFrom: fc.constantFrom(null, "waiting", "needs_input", "failed"),
      hasRun: fc.boolean(),
      wakeArmed: fc.boolean(),
    });
    fc.assert(
      fc.property(anyState, fc.constantFrom(...Object.values(events)), (before, event) => {
        const decision = decideTransition(before, event);
        if (decision.kind === "refuse") return sessionRefusal(decision.code).message !== "";
        const { status, waitingKind, asleep } = decision.to;
        return (
          (status === "waiting") === (waitingKind !== null) &&
          (!asleep || waitingKind?.startsWith("asleep") === true)
        );
      }),
    );
  });
});

describe("priorityClass (R12)", () => {
  it.each([
    ["web_ui", "priority"],
    ["chat", "priority"],
    ["unknown", "priority"],
    ["api", "spot"],
    ["schedule", "spot"],
    ["code_host_issue", "spot"],
    ["ao_event", "spot"],
  ])("of a session from %s is %s", (genesis, expected) => {
    expect(priorityClass({ schedulingClass: null, genesis }, ["web_ui", "chat", "unknown"])).toBe(expected);
  });

  it("is the chosen class if there is one", () => {
    expect(priorityClass({ schedulingClass: "spot", genesis: "web_ui" }, ["web_ui"])).toBe("spot");
  });
});

describe("names", () => {
  it.each([
    ["12", "slug_all_digits"],
    ["a", "ok"],
    ["7up", "ok"],
    ["a-b_C9", "ok"],
    ["-a", "slug_shape"],
    ["_a", "slug_shape"],
    ["", "slug_shape"],
    ["a b", "slug_shape"],
    ["a/b", "slug_shape"],
    ["ä", "slug_shape"],
    ["a\n", "slug_shape"],
    ["search", "slug_reserved"],
    ["Search", "slug_reserved"],
    ["search-1", "ok"],
  ])("validateSlug reads %j", (slug, expected) => {
    expect(validateSlug(slug)).toBe(expected);
  });

  it.each([
    ["12", { id: 12 }],
    ["007", { id: 7 }],
    ["12a", { slug: "12a" }],
    ["-1", { slug: "-1" }],
    ["99999999999999999999", { id: -1 }],
  ])("readReference reads %s", (reference, expected) => {
    expect(readReference(reference)).toEqual(expected);
  });

  it.each([
    ["  A title  ", "A title"],
    ["x".repeat(100), "x".repeat(100)],
    ["x".repeat(101), null],
    [" ", null],
    [7, null],
    [null, null],
  ])("readTitle reads %j", (value, expected) => {
    expect(readTitle(value)).toBe(expected);
  });

  it.each([
    ["nothing", null, null],
    ["blank lines only", "\n  \n", null],
    ["a short line", "Fix it", "Fix it"],
    ["the first line with words", "\n\n  Fix it\nnow", "Fix it"],
    ["the first sentence", "Fix the parser. Then rest.", "Fix the parser."],
    ["more than the abbreviation it begins with", "E.g. fix the parser", "E.g. fix the parser"],
    ["no dot within a word", "Fix parser.ts and lexer.ts", "Fix parser.ts and lexer.ts"],
    ["a long line, cut", `${"word ".repeat(30)}`, `${"word ".repeat(11)}word…`],
  ])("titleFromPrompt takes %s", (_title, prompt, expected) => {
    expect(titleFromPrompt(prompt)).toBe(expected);
  });

  it("cuts the title of any prompt to 60 characters", () => {
    fc.assert(fc.property(fc.string(), (prompt) => (titleFromPrompt(prompt)?.length ?? 0) <= 60));
  });
});

describe("decidePrecedence (R30, R31)", () => {
  it.each([
    ["an explicit rank before all else", { precedence: 7, topOfSpot: 9, parent: 3 }, 7],
    ["an explicit 0", { precedence: 0, topOfSpot: null, parent: 3 }, 0],
    ["the top of the spot queue before the parent", { precedence: null, topOfSpot: 9, parent: 3 }, 9],
    ["one above the parent", { precedence: null, topOfSpot: null, parent: 3 }, 4],
    ["0 without any of them", { precedence: null, topOfSpot: null, parent: null }, 0],
    ["at most a billion", { precedence: 1e15, topOfSpot: null, parent: null }, 1e9],
    ["at least minus a billion", { precedence: -1e15, topOfSpot: null, parent: null }, -1e9],
    ["at most a billion for a child as well", { precedence: null, topOfSpot: null, parent: 1e9 }, 1e9],
  ])("takes %s", (_title, input, expected) => {
    expect(decidePrecedence(input)).toBe(expected);
  });
});

describe("readStatusFilter (R37)", () => {
  it.each([
    ["excludes archived sessions by default", undefined, false, { kind: "any_open" }],
    ["includes them on request", undefined, true, { kind: "all" }],
    ["treats an empty list as absent", [], false, { kind: "any_open" }],
    [
      "includes exactly the named statuses",
      ["failed", "failed"],
      true,
      { kind: "only", statuses: ["failed"] },
    ],
    ["includes archived sessions if named", ["archived"], false, { kind: "only", statuses: ["archived"] }],
    ["returns an unknown name", ["failed", "asleep"], false, { kind: "unknown", value: "asleep" }],
    ["is case-sensitive", ["Failed"], false, { kind: "unknown", value: "Failed" }],
  ])("%s", (_title, statuses, showArchived, expected) => {
    expect(readStatusFilter(statuses, showArchived)).toEqual(expected);
  });
});
