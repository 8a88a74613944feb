import { expect, it } from "vitest";
import { rolloutFor, writeConversation } from "./conversation-file.ts";

const place = { id: "new-id", cwd: "/new" };
const head = {
  ordinal: 0,
  type: "session_meta",
  payload: {
    id: "old-id",
    session_id: "old-id",
    cwd: "/old",
    forked_from_id: "x",
    history_base: { ordinal: 3 },
  },
};
const item = (payload: object) => ({ ordinal: 9, type: "response_item", payload });
const says = (role: string, text: string) =>
  item({ type: "message", role, content: [{ type: "input_text", text }] });
const question = says("user", "Look in /old/src");

it("gives the rollout its new thread and folder, and counts its lines again", () => {
  const settings = { type: "event_msg", payload: { type: "thread_settings_applied", thread_id: "old-id" } };
  expect(rolloutFor(place, [head, settings, question])).toEqual([
    { ...head, payload: { id: "new-id", session_id: "new-id", cwd: "/new" } },
    { ...settings, ordinal: 1, payload: { ...settings.payload, thread_id: "new-id" } },
    { ...says("user", "Look in /new/src"), ordinal: 2 },
  ]);
});

it("ends before a call without its output, and before the thought that led to it", () => {
  const call = item({ type: "function_call", call_id: "a", arguments: "{}" });
  const thought = item({ type: "reasoning", encrypted_content: "sealed" });
  const search = item({ type: "web_search_call", id: "ws" });
  const written = rolloutFor(place, [head, question, says("assistant", "I look."), search, thought, call]);
  expect(written?.map(({ payload }) => (payload as { type?: string }).type)).toEqual([
    undefined,
    "message",
    "message",
    "web_search_call",
  ]);
});

it("leaves out encrypted thoughts that the redactor changed", () => {
  const spoilt = item({ type: "reasoning", encrypted_content: "ab[REDACTED:shape:NAME:12]" });
  expect(rolloutFor(place, [head, question, spoilt, says("assistant", "Done.")])).toHaveLength(3);
});

it("keeps one head if the stored lines come from two rollouts", () => {
  const second = { ...head, payload: { ...head.payload, id: "second" } };
  const written = rolloutFor(place, [head, question, second, says("user", "Go on")]);
  expect(written?.filter(({ type }) => type === "session_meta")).toHaveLength(1);
});

it("begins with the newest thread if the conversation was cleared before", () => {
  const fresh = { ordinal: 0, type: "session_meta", payload: { id: "fresh-id", cwd: "/old" } };
  const written = rolloutFor(place, [head, question, fresh, says("user", "Begin anew")]);
  expect(JSON.stringify(written)).not.toContain("Look in");
  expect(written?.map(({ payload }) => (payload as { id?: string }).id)).toEqual(["new-id", undefined]);
});

it.each([
  ["without a head", [question]],
  ["without messages", [head]],
])("rejects lines %s", (_title, lines) => expect(rolloutFor(place, lines)).toBeNull());

it("accepts only an id that the CLI can resume", async () => {
  const lines = [head, question].map((line) => JSON.stringify(line));
  expect(
    await writeConversation({ cwd: "/new", home: "/nowhere" }, { id: "conversation-1", lines }),
  ).toBeNull();
});
