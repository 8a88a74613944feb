import { expect, it } from "vitest";
import { sessionFor } from "./conversation-file.ts";

const place = { id: "new", cwd: "/new" };
const header = { type: "session", version: 3, id: "old", cwd: "/old", parentSession: "/gone" };
const entry = (id: string, parentId: string | null, message: object) => ({
  type: "message",
  id,
  parentId,
  message,
});
const asks = (id: string, parentId: string | null, text = "Look in /old/src") =>
  entry(id, parentId, { role: "user", content: [{ type: "text", text }] });
const says = (id: string, parentId: string, ...content: object[]) =>
  entry(id, parentId, { role: "assistant", content });
const call = { type: "toolCall", id: "t1", name: "bash", arguments: { command: "ls /old" } };
const idsOf = (lines: ReturnType<typeof sessionFor>) => lines?.slice(1).map(({ id }) => id);

it("gives the header its new id and folder, and keeps the entries' ids", () => {
  expect(sessionFor(place, [header, asks("1", null)])).toEqual([
    { type: "session", version: 3, id: "new", cwd: "/new" },
    asks("1", null, "Look in /new/src"),
  ]);
});

it("keeps the branch that ends with the last entry", () => {
  const lines = [header, asks("1", null), says("2", "1"), asks("3", "2"), says("4", "3"), asks("5", "2")];
  expect(idsOf(sessionFor(place, lines))).toEqual(["1", "2", "5"]);
});

it("begins at an entry whose parent is missing", () => {
  expect(sessionFor(place, [header, asks("2", "lost")])?.[1]).toMatchObject({ id: "2", parentId: null });
});

it("ends before a call without its result", () => {
  const answered = entry("3", "2", { role: "toolResult", toolCallId: "t1", content: [] });
  const lines = [header, asks("1", null), says("2", "1", call)];
  expect(idsOf(sessionFor(place, lines))).toEqual(["1"]);
  expect(idsOf(sessionFor(place, [...lines, answered]))).toEqual(["1", "2", "3"]);
});

it("leaves out a thought the redactor changed", () => {
  const spoilt = { type: "thinking", thinking: "[REDACTED:shape:NAME:12]", thinkingSignature: "s" };
  const written = sessionFor(place, [header, asks("1", null), says("2", "1", spoilt, call), asks("3", "2")]);
  expect(written?.[2]).toMatchObject({ message: { content: [{ type: "toolCall" }] } });
});

it.each([
  ["without a header", [asks("1", null)]],
  ["without messages", [header, { type: "model_change", id: "1", parentId: null }]],
])("rejects lines %s", (_title, lines) => expect(sessionFor(place, lines)).toBeNull());
