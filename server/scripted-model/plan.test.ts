import { describe, expect, it } from "vitest";
import type { Turn } from "./conversation.ts";
import { OFFLINE_NOTICE, planAnswer } from "./plan.ts";

const user = (text: string): Turn => ({ role: "user", texts: [text] });
const assistant = (text = ""): Turn => ({ role: "assistant", texts: [text] });
const result = (text = ""): Turn => ({ role: "tool", texts: [text] });

const script = "#script bash cmd=ls\n#script say two";
const scenarios = [{ matches: /greeting/, script: "#script say scenario" }];

function saidTo(...turns: Turn[]): string {
  const { steps } = planAnswer({ turns, tools: [], searched: false }, scenarios);
  return steps.map((step) => step.args["cmd"] ?? step.text).join("|");
}

describe("planAnswer", () => {
  it.each([
    ["starts a script", [user(script)], "ls"],
    ["counts the answers since the script", [user(script), assistant(), result()], "two"],
    ["says when a script is over", [user(script), assistant(), result(), assistant()], "Script done."],
    [
      "lets a newer script replace a running one",
      [user(script), assistant(), user("#script say new")],
      "new",
    ],
    [
      "says what it is to a newer prompt without a script",
      [user(script), assistant(), user("hi")],
      OFFLINE_NOTICE,
    ],
    [
      "goes on when a message steers a running turn",
      [user(script), assistant(), result(), user("hi")],
      "two",
    ],
    [
      "goes on past what a CLI adds by itself",
      [user(script), user("<environment_context>x</environment_context>")],
      "ls",
    ],
    ["continues past a bare interrupt marker", [user(script), user("[Request interrupted by user]")], "ls"],
    [
      "ends a script at a prompt that shares its message with an interrupt marker",
      [user(script), user("[Request interrupted by user]\nhello")],
      OFFLINE_NOTICE,
    ],
    ["takes a matching scenario for a prompt without a script", [user("add a greeting")], "scenario"],
    ["prefers the prompt's own script to a scenario", [user("a greeting\n#script say own")], "own"],
    ["counts the answers since a scenario's prompt", [user("a greeting"), assistant()], "Script done."],
  ])("%s", (_title, turns, expected) => {
    expect(saidTo(...turns)).toBe(expected);
  });

  it.each([
    ["claude", "#script say hi\nCRITICAL: Respond with TEXT ONLY."],
    ["codex", "You are performing a CONTEXT CHECKPOINT COMPACTION. Create a summary."],
    ["pi", "<conversation>\n[User]: #script say hi\n</conversation>"],
  ])("answers %s's compaction prompt with a summary", (_cli, prompt) => {
    expect(saidTo(user(script), assistant(), user(prompt))).toContain("Scripted summary");
  });
});
