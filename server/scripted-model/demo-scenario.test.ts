import { expect, it } from "vitest";
import { demoFiles, demoPrompt, demoScenarios } from "./demo-scenario.ts";
import { planAnswer } from "./plan.ts";
import { parseScript } from "./script.ts";

it("has a scenario for the demo's prompt, also inside a longer message", () => {
  const conversation = {
    turns: [{ role: "user" as const, texts: [`Context.\n${demoPrompt}`] }],
    tools: [],
    searched: false,
  };
  expect(planAnswer(conversation, demoScenarios).source).not.toBe("");
});

it("reads every file of the repository that it overwrites", () => {
  const steps = demoScenarios.flatMap(({ script }) => parseScript(script)).flat();
  const pathsOf = (op: string) => steps.filter((step) => step.op === op).map((step) => step.args["path"]);
  expect(pathsOf("read_file")).toEqual(pathsOf("write_file"));
  expect(Object.keys(demoFiles)).toEqual(expect.arrayContaining(pathsOf("write_file")));
});
