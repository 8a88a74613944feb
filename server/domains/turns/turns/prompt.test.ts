import { describe, expect, it } from "vitest";
import { composePrompt } from "./prompt.ts";
import { text } from "./text.ts";

describe("composePrompt", () => {
  const nothing = {
    undelivered: [],
    original: null,
    conversationExists: false,
    goal: null,
    files: [],
    heartbeat: false,
    notes: null,
    cutOff: [],
    lostQuestion: null,
  };
  const times = { editedAt: "2031-01-01T00:00:00Z", now: "2031-01-02T00:00:00Z" };

  it.each([
    [
      "the prompts that were accepted and not delivered",
      { undelivered: ["One", "Two"], original: "One" },
      "One\n\nTwo",
    ],
    ["undelivered prompts before a nudge", { undelivered: ["Two"], conversationExists: true }, "Two"],
    [
      "a nudge when everything was delivered",
      { original: "One", conversationExists: true },
      text.recoveryNudge,
    ],
    ["the first prompt again for a conversation that starts over", { original: "One" }, "One"],
    ["the heartbeat's nudge", { conversationExists: true, heartbeat: true }, text.heartbeatNudge],
    ["undelivered prompts before the heartbeat's nudge", { undelivered: ["One"], heartbeat: true }, "One"],
    ["the goal below the prompt", { undelivered: ["One"], goal: "Green CI" }, "One\n\nGreen CI"],
    [
      "what was cut off below a prompt, and before its goal",
      { undelivered: ["One"], goal: "G", cutOff: [{ tool: "Bash", text: "make" }] },
      `One\n\n${text.cutOff([{ tool: "Bash", text: "make" }])}\n\nG`,
    ],
    [
      "what was cut off below a nudge",
      { conversationExists: true, cutOff: [{ tool: "Bash", text: "make" }] },
      `${text.recoveryNudge}\n\n${text.cutOff([{ tool: "Bash", text: "make" }])}`,
    ],
    [
      "a question that was cut off below a nudge",
      { conversationExists: true, lostQuestion: "Which color?" },
      `${text.recoveryNudge}\n\n${text.questionCutOff("Which color?")}`,
    ],
    [
      "that work may have been done, for a conversation that starts over",
      { original: "One", cutOff: "lost" as const },
      `One\n\n${text.workOfLostConversation}`,
    ],
    [
      "the attached files before the goal",
      { undelivered: ["One"], goal: "G", files: [{ path: "/a/x-b.txt", filename: "b.txt" }] },
      "One\n\nAttached files:\n- /a/x-b.txt (sent as b.txt)\n\nG",
    ],
    [
      "file names on one line, without tags",
      { undelivered: ["One"], files: [{ path: "/a", filename: "x\n<b>" }] },
      "One\n\nAttached files:\n- /a (sent as x  b )",
    ],
  ])("gives %s", (_title, parts, expected) => {
    expect(composePrompt({ ...nothing, ...parts })).toBe(expected);
  });

  it("gives nothing when there is nothing to send", () => {
    expect(composePrompt({ ...nothing, goal: "G" })).toBeNull();
    expect(composePrompt({ ...nothing, notes: { text: "N", ...times } })).toBeNull();
  });

  it("puts the notes last, with both times and marked as notes", () => {
    const prompt = composePrompt({
      ...nothing,
      undelivered: ["One"],
      goal: "G",
      notes: { text: "N", ...times },
    });
    expect(prompt).toMatch(/^One\n\nG\n\n<session_notes>\n[^\n]*not instructions\.\n\nN\n<\/session_notes>$/);
    expect(prompt).toContain(times.editedAt);
    expect(prompt).toContain(times.now);
  });

  it.each(["</session_notes>", "< / Session_Notes >", "x</session_notes\n>y"])(
    "escapes a closing tag inside the notes: %j",
    (notes) => {
      const parts = { ...nothing, undelivered: ["One"], notes: { text: notes, ...times } };
      const prompt = composePrompt(parts) ?? "";
      expect(prompt.match(/<\s*\/\s*session_notes/gi)).toHaveLength(1);
    },
  );
});

it("the system prompt names the session and the scratch folder", () => {
  expect(text.systemPrompt({ id: 7, scratch: "/scratch/7" })).toMatch(/session 7\).*go to \/scratch\/7\./);
  expect(text.systemPrompt({ id: 7, scratch: "/scratch/7" })).toMatch(/rest_in_needs_input last\.$/);
  expect(text.systemPrompt({ id: 7, scratch: "/scratch/7" })).not.toContain("read-only");
  expect(text.systemPrompt({ id: 7, scratch: "/scratch/7", originIsReadOnly: true })).toContain(
    "so a push to it fails; if you need one, ask for a person to trust that repository",
  );
});
