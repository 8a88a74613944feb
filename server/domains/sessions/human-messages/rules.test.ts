import { describe, expect, it } from "vitest";
import { findGaps } from "./rules.ts";

const why = "not_connected";

describe("findGaps", () => {
  it("finds none in a tree without a human channel", () => {
    const sessions = ["api", "schedule", "ao_event", "unknown"].map((genesis, id) => ({ id, genesis }));
    expect(findGaps(sessions, { web_ui: "unknown_owner", chat: why, code_host: why })).toEqual([]);
  });

  it("finds none for a channel that is recorded", () => {
    expect(findGaps([{ id: 1, genesis: "web_ui" }], { chat: why })).toEqual([]);
  });

  it("reports each genesis once, with its sessions", () => {
    const sessions = [
      { id: 1, genesis: "code_host_issue" },
      { id: 2, genesis: "chat" },
      { id: 3, genesis: "code_host_issue" },
      { id: 4, genesis: "code_host_label" },
    ];
    const gaps = findGaps(sessions, { chat: why, code_host: why });
    expect(gaps.map(({ channel, genesis, sessionIds }) => [channel, genesis, sessionIds])).toEqual([
      ["code_host", "code_host_issue", [1, 3]],
      ["chat", "chat", [2]],
      ["code_host", "code_host_label", [4]],
    ]);
    expect(gaps[1]).toEqual({ channel: "chat", genesis: "chat", sessionIds: [2], why });
  });
});
