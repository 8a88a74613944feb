import { expect, it } from "vitest";
import { changedLines, storyOf } from "./demo-story.ts";

const line = (message: object): string => JSON.stringify({ type: "message", message });
const call = (name: string, given: object) => ({ type: "toolCall", id: "1", name, arguments: given });

it("tells what the agent did, said and used, in lines that people read", () => {
  const transcript = [
    JSON.stringify({ type: "session", version: 3 }),
    line({ role: "user", content: [{ type: "text", text: "Do it" }] }),
    line({
      role: "assistant",
      content: [
        { type: "text", text: "I look." },
        call("read", { path: "a.js" }),
        call("read", { path: "b.js" }),
      ],
      usage: { input: 10, output: 2 },
    }),
    line({ role: "toolResult", content: [{ type: "text", text: "export {}" }] }),
    line({ role: "assistant", content: [call("write", { path: "a.js" })], usage: { input: 20, output: 3 } }),
    line({ role: "assistant", content: [call("bash", { command: "node --test" })], usage: {} }),
    line({ role: "toolResult", content: [{ type: "text", text: "ok\n# tests 2\n# pass 2\n# fail 0\n" }] }),
    line({ role: "assistant", content: [{ type: "text", text: "It is done." }] }),
    "",
  ].join("\n");
  expect(storyOf(transcript, "pi")).toEqual({
    steps: ["reads a.js, b.js", "writes a.js", "runs node --test (2 tests pass, 0 fail)"],
    answer: "It is done.",
    usage: { calls: 3, input: 30, output: 5 },
  });
});

it("leaves of a diff the names of files and the lines that changed", () => {
  const diff = [
    "diff --git a/greet.js b/greet.js",
    "index 1..2 100644",
    "--- a/greet.js",
    "+++ b/greet.js",
    "@@ -1,2 +1,2 @@",
    "-old",
    "+new",
    "+",
    " same",
    "",
  ].join("\n");
  expect(changedLines(diff)).toEqual(["greet.js", "-old", "+new"]);
});
