import { expect, it } from "vitest";
import { type ActivityStep, thinking, writing } from "../../../runtimes/activity-rules.ts";
import { lastLines } from "./output.ts";
import { afterStep, begin, linesOf, shownSubject } from "./rules.ts";

const call = (callId: string, command = callId): ActivityStep => ({
  step: "call",
  callId,
  act: { kind: "running", subject: command },
});
const done = (callId: string): ActivityStep => ({ step: "result", callId });
const model = (act = thinking): ActivityStep => ({ step: "model", act });

const task = (taskId: string, callId: string): ActivityStep => ({ step: "task", taskId, callId });
const behind = (...tasks: string[]): ActivityStep => ({
  step: "background",
  tasks: tasks.map((taskId) => ({ taskId, description: "Runs" })),
});

/** What is shown after steps that come a second apart: the act, its subject and since when. */
function shown(steps: readonly ActivityStep[]): string {
  const doings = steps.reduce((now, step, at) => afterStep(now, step, at + 1), begin(0));
  const { act, since } = doings.at(-1) ?? { act: thinking, since: -1 };
  return `${[act.kind, act.subject].filter(Boolean).join(" ")} @${since}`;
}

it.each<[string, ActivityStep[], string]>([
  ["starts", [], "starting @0"],
  ["thinks", [model()], "thinking @1"],
  ["goes on thinking", [model(), model(), model()], "thinking @1"],
  ["writes", [model(), model(writing)], "writing @2"],
  ["runs a command", [model(), call("a")], "running a @2"],
  ["thinks about its result", [call("a"), done("a")], "thinking @2"],
  ["runs two, of which the newer is shown", [call("a"), call("b")], "running b @2"],
  ["is left with the older one", [call("a"), call("b"), done("b")], "running a @1"],
  ["is left with the newer one", [call("a"), call("b"), done("a")], "running b @2"],
  ["writes while a command runs", [call("a"), model(writing)], "writing @2"],
  ["is done with the command while it writes", [call("a"), model(writing), done("a")], "writing @2"],
  ["ignores the result of an unknown call", [call("a"), done("b")], "running a @1"],
  ["runs the same call once", [call("a"), call("a", "again"), done("a")], "thinking @3"],
  [
    "moves a command to the background, and thinks",
    [call("a"), behind("t"), task("t", "a"), done("a")],
    "thinking @4",
  ],
  [
    "has answered, and its command goes on",
    [call("a"), task("t", "a"), behind("t"), done("a"), model(writing), { step: "answered" }],
    "running a @1",
  ],
  ["is done in the background, and goes on", [call("a"), behind("t"), behind(), done("a")], "thinking @4"],
  ["has answered", [model(writing), { step: "answered" }], "writing @1"],
  ["is left with nothing", [behind("t"), { step: "answered" }, behind()], "thinking @3"],
])("an agent %s", (_what, steps, expected) => {
  expect(shown(steps)).toBe(expected);
});

it("forgets old calls whose results never come", () => {
  const steps = Array.from({ length: 100 }, (_, at) => call(String(at)));
  expect(steps.reduce((now, step, at) => afterStep(now, step, at), begin(0))).toHaveLength(20);
});

it("keeps the end of what a call printed", () => {
  const printed = (text: string, isMore: boolean): ActivityStep => ({
    step: "output",
    callId: "a",
    text,
    isMore,
  });
  const doings = [call("a"), printed("1\n", true), printed("2\n", true)].reduce(
    (now, step, at) => afterStep(now, step, at),
    begin(0),
  );
  expect(doings.at(-1)?.output).toBe("1\n2\n");
  expect(afterStep(doings, printed("1\n2\n3\n", false), 9).at(-1)?.output).toBe("1\n2\n3\n");
});

it.each([
  ["", []],
  ["a\n\nb\n", ["a", "b"]],
  ["1\n2\n3\n4\n5\n6\n", ["2", "3", "4", "5", "6"]],
  ["10 %\r20 %\r30 %\nhalf a s3c", ["30 %"]],
  ["\u001b[32mok\u001b[0m s3cret\n", ["ok [redacted]"]],
  [`s3cret${"x".repeat(9_000)}\nend\n`, ["end"]],
  ["bW9yZSBvZiBhIGtleQ==\n-----END PRIVATE KEY-----\nend\n", ["end"]],
])("shows the last lines of %j", (output, expected) => {
  expect(lastLines(output, about.redact)).toEqual(expected);
});

const about = {
  folder: "/data/clones/app",
  redact: (text: string) => text.replaceAll("s3cret", "[redacted]"),
};

it.each([
  ["running", "npm test", "npm test"],
  ["running", "npm test\nnpm run build", "npm test…"],
  ["running", "  curl   -H s3cret  ", "curl -H [redacted]"],
  ["running", "x".repeat(5_000), `${"x".repeat(119)}…`],
  ["running", `${"x".repeat(117)} s3cret`, `${"x".repeat(117)} […`],
  ["editing", "/data/clones/app/src/main.ts", "src/main.ts"],
  ["editing", "src/main.ts", "src/main.ts"],
  ["reading", "/etc/passwd", "passwd"],
  ["reading", "/data/clones/app", "."],
  ["thinking", null, null],
] as const)("shows %s %s", (kind, subject, expected) => {
  expect(shownSubject({ kind, subject }, about)).toBe(expected);
});

it.each([
  [" 3 files changed, 120 insertions(+), 8 deletions(-)\n", { added: 120, removed: 8 }],
  [" 1 file changed, 1 insertion(+)\n", { added: 1, removed: 0 }],
  ["", { added: 0, removed: 0 }],
])("reads the changed lines of %j", (shortstat, expected) => {
  expect(linesOf(shortstat)).toEqual(expected);
});
