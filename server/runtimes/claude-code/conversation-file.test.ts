import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { conversationFor, writeConversation } from "./conversation-file.ts";

const place = { id: "new", cwd: "/new" };
const common = { sessionId: "old", cwd: "/old", isSidechain: false };
const user = {
  ...common,
  type: "user",
  uuid: "u1",
  parentUuid: null,
  message: { role: "user", content: "Look in /old/src" },
};
const snapshot = {
  ...common,
  type: "attachment",
  uuid: "s1",
  parentUuid: "u1",
  attachment: { type: "prompt_snapshot", systemPrompt: ["You work on session 1."] },
};
const says = (uuid: string, parentUuid: string, ...content: object[]) => ({
  ...common,
  type: "assistant",
  uuid,
  parentUuid,
  message: { role: "assistant", id: "m", content },
});
const text = { type: "text", text: "Done." };

it("gives every line its new conversation and folder", () => {
  const lines = [{ type: "queue-operation", sessionId: "old" }, user, says("a1", "u1", text)];
  expect(conversationFor(place, lines)).toMatchObject([
    { sessionId: "new" },
    { sessionId: "new", cwd: "/new", message: { content: "Look in /new/src" } },
    { sessionId: "new", cwd: "/new", uuid: "a1", parentUuid: "u1" },
  ]);
});

it("leaves out a recorded system prompt and links its neighbors", () => {
  const written = conversationFor(place, [user, snapshot, says("a1", "s1", text)]);
  expect(written?.map(({ uuid, parentUuid }) => [uuid, parentUuid])).toEqual([
    ["u1", null],
    ["a1", "u1"],
  ]);
});

it("leaves out a redacted thought, and a line that contained nothing else", () => {
  const spoilt = { type: "thinking", thinking: "[REDACTED:shape:NAME:12]", signature: "s" };
  const sound = { type: "thinking", thinking: "in /old", signature: "s" };
  const lines = [user, says("a1", "u1", spoilt), says("a2", "a1", sound, spoilt), says("a3", "a2", text)];
  const written = conversationFor(place, lines);
  expect(written?.map(({ uuid, parentUuid }) => [uuid, parentUuid])).toEqual([
    ["u1", null],
    ["a2", "u1"],
    ["a3", "a2"],
  ]);
  expect(written?.[1]).toMatchObject({ message: { content: [sound] } });
});

it("is not a conversation without messages", () => {
  expect(conversationFor(place, [{ type: "queue-operation", sessionId: "old" }])).toBeNull();
});

it("writes a file that only its owner can read, and replaces it under the same id", async () => {
  const home = await mkdtemp(join(tmpdir(), "claude-conversation-"));
  onTestFinished(() => rm(home, { recursive: true }));
  const write = (...lines: object[]) =>
    writeConversation(
      { cwd: "/no/such.folder", home },
      { id: "c-1", lines: lines.map((line) => JSON.stringify(line)) },
    );

  const path = await write(user, says("a1", "u1", text));
  expect(path).toBe(join(home, "projects/-no-such-folder/c-1.jsonl"));
  expect((await stat(path ?? "")).mode & 0o777).toBe(0o600);
  expect(await write(user)).toBe(path);
  expect((await readFile(path ?? "", "utf8")).trimEnd().split("\n")).toHaveLength(1);
  expect(
    await writeConversation({ cwd: "/x", home }, { id: "../c", lines: [JSON.stringify(user)] }),
  ).toBeNull();
});
