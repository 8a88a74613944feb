import { describe, expect, it } from "vitest";
import { decideAnnouncing, digest, wantedOn } from "./announcing-rules.ts";

const entry = { isSeen: false, isRepeated: false, recent: 1 };
const now = 90_000;

describe("decideAnnouncing", () => {
  it.each([
    ["tells one entry at once", entry, null, { kind: "now" }],
    ["does not tell what was seen or is over", { ...entry, isSeen: true }, null, { kind: "never" }],
    ["does not tell the same again", { ...entry, isRepeated: true }, null, { kind: "never" }],
    ["tells five within two minutes one by one", { ...entry, recent: 5 }, null, { kind: "now" }],
    ["tells the sixth with others", { ...entry, recent: 6 }, null, { kind: "together", at: 120_000 }],
    ["waits for the end of quiet hours", entry, 500_000, { kind: "together", at: 500_000 }],
  ])("%s", (_title, given, quietUntil, expected) => {
    expect(decideAnnouncing(given, { quietUntil, now })).toEqual(expected);
  });

  it("meets always at a time to come, so that nobody comes after the telling", () => {
    const flood = { ...entry, recent: 6 };
    expect(decideAnnouncing(flood, { quietUntil: null, now: 120_000 })).toEqual({
      kind: "together",
      at: 180_000,
    });
  });
});

describe("wantedOn", () => {
  it("takes the types that are chosen for the channel", () => {
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

describe("digest", () => {
  it("counts by type, in the order they came", () => {
    const types = ["session_failed", "session_needs_input", "push", "session_needs_input"] as const;
    expect(digest(types)).toEqual({
      title: "4 new in your inbox",
      body: "1 failed, 2 need input, 1 message",
      url: "/inbox",
      tag: "inbox",
    });
  });
});
