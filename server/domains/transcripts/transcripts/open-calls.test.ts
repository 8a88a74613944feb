import { expect, it } from "vitest";
import type { TimelineEntry } from "./model.ts";
import { openCalls } from "./open-calls.ts";

type Event = TimelineEntry["event"];

const user: Event = { type: "user", text: "Begin", images: 0 };
const call = (callId: string, name: string, input: unknown): Event => ({
  type: "tool_call",
  callId,
  name,
  input,
});
const result = (callId: string, text = "ok"): Event => ({
  type: "tool_result",
  callId,
  text,
  isError: false,
});
const never = () => false;

it.each([
  ["a call without a result", [user, call("1", "Bash", { command: "make" })], ["Bash: make"]],
  ["none that ended", [user, call("1", "Bash", { command: "make" }), result("1")], []],
  [
    "the ones of several that did not end",
    [user, call("1", "Bash", { cmd: "a" }), call("2", "Bash", { command: ["b", "c"] }), result("1")],
    ["Bash: b c"],
  ],
  ["none of an earlier prompt", [user, call("1", "Bash", { command: "make" }), user], []],
  ["one whose prompt is further back", [call("1", "exec", "make()")], ["exec: make()"]],
  ["arguments that name no command", [user, call("1", "Write", { path: "a" })], ['Write: {"path":"a"}']],
])("finds %s", (_title, events, expected) => {
  expect(openCalls(events, never).map(({ tool, text }) => `${tool}: ${text}`)).toEqual(expected);
});

it("takes a CLI's word that it gave a call up for no result", () => {
  const events = [user, call("1", "exec", "make()"), result("1", "aborted")];
  expect(openCalls(events, (text) => text === "aborted")).toHaveLength(1);
});
