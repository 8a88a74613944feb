import { describe, expect, it } from "vitest";
import { findGaps } from "./rules.ts";

const silence = { reason: "Nobody listens", remedy: "Listen" };

describe("findGaps", () => {
  it("finds none where the tree came from nowhere a person speaks", () => {
    const sessions = ["api", "schedule", "ao_event", "unknown"].map((genesis, id) => ({ id, genesis }));
    expect(findGaps(sessions, { web_ui: silence, chat: silence, code_host: silence })).toEqual([]);
  });

  it("finds none for a channel that is listened to", () => {
    expect(findGaps([{ id: 1, genesis: "web_ui" }], { chat: silence })).toEqual([]);
  });

  it("names each origin once, with the sessions that came from there", () => {
    const sessions = [
      { id: 1, genesis: "code_host_issue" },
      { id: 2, genesis: "chat" },
      { id: 3, genesis: "code_host_issue" },
      { id: 4, genesis: "code_host_label" },
    ];
    const gaps = findGaps(sessions, { chat: silence, code_host: silence });
    expect(gaps.map(({ channel, genesis, session_ids }) => [channel, genesis, session_ids])).toEqual([
      ["code_host", "code_host_issue", [1, 3]],
      ["chat", "chat", [2]],
      ["code_host", "code_host_label", [4]],
    ]);
    expect(gaps[1]).toEqual({
      channel: "chat",
      channel_label: "Chat",
      genesis: "chat",
      session_ids: [2],
      ...silence,
    });
  });
});
