import { describe, expect, it } from "vitest";
import { findGaps } from "./rules.ts";

const explanation = { reason: "It is not connected", remedy: "Connect it" };

describe("findGaps", () => {
  it("finds none in a tree without a human channel", () => {
    const sessions = ["api", "schedule", "ao_event", "unknown"].map((genesis, id) => ({ id, genesis }));
    expect(findGaps(sessions, { web_ui: explanation, chat: explanation, code_host: explanation })).toEqual(
      [],
    );
  });

  it("finds none for a captured channel", () => {
    expect(findGaps([{ id: 1, genesis: "web_ui" }], { chat: explanation })).toEqual([]);
  });

  it("reports each genesis once, with its sessions", () => {
    const sessions = [
      { id: 1, genesis: "code_host_issue" },
      { id: 2, genesis: "chat" },
      { id: 3, genesis: "code_host_issue" },
      { id: 4, genesis: "code_host_label" },
    ];
    const gaps = findGaps(sessions, { chat: explanation, code_host: explanation });
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
      ...explanation,
    });
  });
});
