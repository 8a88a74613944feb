import { describe, expect, it } from "vitest";
import { type AskedAct, answerIn, checkSpokenAnswer, reasonToAsk } from "./card-rules.ts";

const act: AskedAct = {
  tool: "action_session",
  effect: "destroy",
  input: {},
  touched: new Set(),
  started: 0,
};
const five = [1, 2, 3, 4, 5];

describe("reasonToAsk", () => {
  it.each<[string, Partial<AskedAct>, ReturnType<typeof reasonToAsk>]>([
    ["never asks to read", { effect: "read", input: { session_ids: [...five, 6] } }, null],
    [
      "archives without asking, because it can be undone",
      { input: { action: "archive", session_id: 1 } },
      null,
    ],
    [
      "asks before queued messages are lost",
      { input: { action: "archive", session_id: 1, force: true } },
      "irreversible",
    ],
    [
      "asks before a trigger is deleted",
      { tool: "action_trigger", input: { action: "delete", id: 1 } },
      "irreversible",
    ],
    [
      "asks before anything is merged",
      { tool: "merge_pull_requests", input: { session_ids: [1] } },
      "irreversible",
    ],
    ["takes five sessions", { input: { action: "bulk_archive", session_ids: five } }, null],
    ["asks at the sixth", { input: { action: "bulk_archive", session_ids: [...five, 6] } }, "many_sessions"],
    [
      "counts what was touched one by one",
      { input: { session_id: 6 }, touched: new Set(five) },
      "many_sessions",
    ],
    ["counts a session once", { input: { session_id: 5 }, touched: new Set(five) }, null],
    ["asks before all are refreshed", { input: { action: "refresh_all" } }, "many_sessions"],
    ["starts three", { tool: "start_session", effect: "add", started: 2 }, null],
    ["asks at the fourth", { tool: "start_session", effect: "add", started: 3 }, "expensive"],
    [
      "asks before much effort",
      { tool: "start_session", effect: "add", input: { config: { effort: "max" } } },
      "expensive",
    ],
  ])("%s", (_title, change, expected) => {
    expect(reasonToAsk({ ...act, ...change })).toBe(expected);
  });
});

describe("answerIn", () => {
  it.each([
    ["Yes, do it.", "do_it"],
    ["okay go ahead", "do_it"],
    ["Ja, mach das", "do_it"],
    ["No.", "no"],
    ["Yes — no, wait", "no"],
    ["don’t do it", "no"],
    ["What does it do?", null],
    ["yesterday", null],
  ])("%s", (line, expected) => {
    expect(answerIn(line)).toBe(expected);
  });
});

describe("checkSpokenAnswer", () => {
  const yes = { answer: "do_it", isExpired: false, lines: ["yes"] } as const;
  it.each([
    ["takes a clear yes", yes, "take"],
    ["takes nothing too late", { ...yes, isExpired: true }, "expired"],
    ["takes no yes that nobody said", { ...yes, lines: [] }, "not_asked"],
    ["goes by the newest line", { ...yes, lines: ["no, stop", "yes"] }, "unclear"],
    ["takes a no from the model", { ...yes, answer: "no", lines: [] }, "take"],
  ] as const)("%s", (_title, of, expected) => {
    expect(checkSpokenAnswer(of)).toBe(expected);
  });
});
