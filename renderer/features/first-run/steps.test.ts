import { expect, it } from "vitest";
import type { CliTool } from "../../../server/domains/agents/clis/model.ts";
import { ownSessionText, standing, stepAfter, stepBefore } from "./steps.ts";

it("moves from step to step and knows which are done", () => {
  expect([stepAfter("you"), stepAfter("session"), stepBefore("you"), stepBefore("session")]).toEqual([
    "agents",
    null,
    null,
    "agents",
  ]);
  expect([standing("you", "agents"), standing("agents", "agents"), standing("session", "agents")]).toEqual([
    "behind",
    "open",
    "ahead",
  ]);
});

const tool = (name: string, authenticated: boolean): CliTool => ({
  name,
  installed: true,
  authenticated,
  version: "1.0.0",
  install_instructions: "",
  auth_instructions: "",
  install_command: null,
  auth_command: null,
  auth_method: null,
  env_var_name: null,
});
const status = (...tools: CliTool[]) => ({
  tools: Object.fromEntries(tools.map((one) => [one.name, one])),
  all_authenticated: null,
  unauthenticated_count: 0,
  generated_at: null,
});

it.each([
  [undefined, "No agent is signed in yet."],
  [status(tool("Codex", false)), "No agent is signed in yet."],
  [status(tool("Codex", false), tool("pi", true)), "pi is ready"],
  [status(tool("Codex", true), tool("pi", true)), "Codex and pi are ready"],
])("says which agents are ready", (seen, expected) => {
  expect(ownSessionText(seen)).toContain(expected);
});
