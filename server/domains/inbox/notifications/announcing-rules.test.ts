import { describe, expect, it } from "vitest";
import { decideAnnouncing, wantedOn } from "./announcing-rules.ts";

const entry = { isSeen: false, isRepeated: false, recent: 1 };
const now = 90_000;

describe("decideAnnouncing", () => {
  it.each([
    ["announces one entry at once", entry, null, { kind: "now" }],
    [
      "does not announce an entry that was seen or is stale",
      { ...entry, isSeen: true },
      null,
      { kind: "never" },
    ],
    ["does not announce the same message again", { ...entry, isRepeated: true }, null, { kind: "never" }],
    ["announces five within two minutes one by one", { ...entry, recent: 5 }, null, { kind: "now" }],
    [
      "announces the sixth together with others",
      { ...entry, recent: 6 },
      null,
      { kind: "together", at: 120_000 },
    ],
    ["waits for the end of quiet hours", entry, 500_000, { kind: "together", at: 500_000 }],
  ])("%s", (_title, given, quietUntil, expected) => {
    expect(decideAnnouncing(given, { quietUntil, now })).toEqual(expected);
  });

  it("collects entries until a time in the future, so that none comes too late", () => {
    const flood = { ...entry, recent: 6 };
    expect(decideAnnouncing(flood, { quietUntil: null, now: 120_000 })).toEqual({
      kind: "together",
      at: 180_000,
    });
  });
});

describe("wantedOn", () => {
  it("returns the entries whose type is chosen for the channel", () => {
    const on = { desktop: true, web_push: true, phone: true };
    const preferences = {
      types: { session_needs_input: { ...on, phone: false }, session_failed: on, elicitation: on, push: on },
      quiet_hours: { on: false, from: "22:00", to: "07:00", time_zone: "UTC" },
    };
    const entries = [{ notificationType: "session_needs_input" }, { notificationType: "push" }] as const;
    expect(wantedOn("phone", entries, preferences)).toEqual([entries[1]]);
    expect(wantedOn("desktop", entries, preferences)).toHaveLength(2);
  });
});
