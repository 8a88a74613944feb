import { describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../../test/support/database.ts";
import type { Actor } from "../../../http/caller.ts";
import { humanMessageService, type Person } from "./index.ts";
import { contentLimit } from "./rules.ts";

const board: Actor = { kind: "board" };
const phone = {
  kind: "native",
  grantId: 1,
  clientName: "Phone",
  person: { email: "Grace@Example.org", name: "Grace" },
  actsAsHuman: true,
} as const satisfies Actor;
const ada: Person = { key: "ada@example.org", displayName: "Ada" };

function openHumanMessages(owner: Person | null = ada) {
  const opened = openTestDatabase();
  const humanMessages = humanMessageService({
    hasChat: () => false,
    ...opened,
    owner: () => owner,
    redact: (text) => text.replaceAll("sk-secret", "[redacted]"),
  });
  const [here, there] = [opened.addSession({ title: "Here" }), opened.addSession({ title: "There" })];
  const tree = [
    { id: here, title: "Here", genesis: "web_ui" },
    { id: there, title: "There", genesis: "api" },
  ];
  return { ...opened, humanMessages, here, there, tree };
}

describe("what a person wrote", () => {
  it("is listed with author, session and entry point, oldest first, as seen from one session", () => {
    using bed = openHumanMessages();
    const { humanMessages, here, there, clock } = bed;
    humanMessages.recordHumanMessage(board, { sessionId: there, as: "new_session", content: "Begin." });
    clock.at += 1_000;
    humanMessages.recordHumanMessage(board, { sessionId: here, as: "follow_up", content: "Go on." });
    expect(humanMessages.list(here, bed.tree)).toEqual([
      {
        origin: "elsewhere",
        author: "ada@example.org",
        author_display_name: "Ada",
        channel: "web_ui",
        channel_label: "Board",
        authored_in_session_id: there,
        authored_in: "There",
        entry_point: "web_ui.new_session",
        content: "Begin.",
        occurred_at: "2026-06-01T12:00:00Z",
      },
      expect.objectContaining({ origin: "here", content: "Go on.", entry_point: "web_ui.follow_up" }),
    ]);
    expect(humanMessages.list(here, bed.tree.slice(0, 1))).toHaveLength(1);
  });

  it.each<[string, Actor]>([
    ["an API key", { kind: "api_key", id: 1, name: "Ada", source: "env", grant: "api" }],
    ["an unauthenticated caller", { kind: "anyone" }],
    ["an agent", { kind: "session", id: 1 }],
    ["a phone that only relays (R223)", { ...phone, actsAsHuman: false }],
    ["a program that only relays", { ...phone, kind: "mcp_client", actsAsHuman: false }],
  ])("does not include what %s sends, whatever it claims", (_title, actor) => {
    using bed = openHumanMessages();
    bed.humanMessages.recordHumanMessage(actor, {
      sessionId: bed.here,
      as: "follow_up",
      content: "I am Ada.",
    });
    expect(bed.humanMessages.list(bed.here, bed.tree)).toEqual([]);
  });

  it.each<[string, Actor, object]>([
    [
      "a phone that acts as its person (R131)",
      phone,
      {
        author: "grace@example.org",
        author_display_name: "Grace",
        channel: "assistant",
        channel_label: "Assistant",
        entry_point: "mobile_app.follow_up",
      },
    ],
    [
      "a program that acts as its person",
      { ...phone, kind: "mcp_client" },
      { author: "grace@example.org", channel: "assistant", entry_point: "mcp.follow_up" },
    ],
    [
      "a person who signed in to the board",
      { kind: "board", person: phone.person },
      {
        author: "grace@example.org",
        author_display_name: "Grace",
        channel: "web_ui",
        entry_point: "web_ui.follow_up",
      },
    ],
  ])("is attributed to that person if it comes through %s", (_title, actor, expected) => {
    using bed = openHumanMessages();
    bed.humanMessages.recordHumanMessage(actor, { sessionId: bed.here, as: "follow_up", content: "Go on." });
    expect(bed.humanMessages.list(bed.here, bed.tree)).toEqual([expect.objectContaining(expected)]);
    expect(bed.humanMessages.authorName(actor)).toBe("Grace");
  });

  it("is not recorded while the owner of the board is unknown, which is reported as a gap", () => {
    using bed = openHumanMessages(null);
    bed.humanMessages.recordHumanMessage(board, { sessionId: bed.here, as: "follow_up", content: "Hello." });
    expect(bed.humanMessages.list(bed.here, bed.tree)).toEqual([]);
    expect(bed.humanMessages.gaps(bed.tree)).toEqual([
      expect.objectContaining({ channel: "web_ui", genesis: "web_ui", session_ids: [bed.here] }),
    ]);
  });

  it("has a gap with its reason and remedy for a channel that is not connected", () => {
    using bed = openHumanMessages();
    expect(bed.humanMessages.gaps([{ id: 7, genesis: "chat" }])).toEqual([
      {
        channel: "chat",
        channel_label: "Chat",
        genesis: "chat",
        session_ids: [7],
        reason: "It is not connected to this service, so messages written there are not recorded.",
        remedy: "Check there before you assume that no one answered, or ask people to write on the board.",
      },
    ]);
  });

  it("has no gap on a board whose owner is known", () => {
    using bed = openHumanMessages();
    expect(bed.humanMessages.gaps(bed.tree)).toEqual([]);
  });

  it("is stored without secrets and cut at its limit", () => {
    using bed = openHumanMessages();
    const { humanMessages, here, tree } = bed;
    humanMessages.recordHumanMessage(board, { sessionId: here, as: "follow_up", content: "Use sk-secret." });
    humanMessages.recordHumanMessage(board, {
      sessionId: here,
      as: "follow_up",
      content: "x".repeat(contentLimit + 1),
    });
    humanMessages.recordHumanMessage(board, { sessionId: here, as: "follow_up", content: " \n" });
    expect(humanMessages.list(here, tree).map(({ content }) => content)).toEqual([
      "Use [redacted].",
      "x".repeat(contentLimit),
    ]);
  });
});
