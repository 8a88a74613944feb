import { describe, expect, it } from "vitest";
import type { CliTool } from "../../../../server/domains/agents/clis/model.ts";
import { ApiError } from "../../../lib/api-error.ts";
import { adviceOf, checkProblem, commandOf, factsOf, healthOf, readyText } from "./view-model.ts";

const tool = (changes: Partial<CliTool>): CliTool => ({
  name: "Codex",
  installed: true,
  authenticated: true,
  version: "0.9.0",
  install_instructions: "npm install -g codex",
  auth_instructions: "Run codex login.",
  install_command: null,
  auth_command: null,
  auth_method: "subscription",
  env_var_name: null,
  ...changes,
});
const signedOut = tool({ authenticated: false, auth_method: null, auth_command: "codex login" });
const outdated = tool({ installed: false, version: "0.2.9" });
const missing = tool({ installed: false, version: null, install_command: "npm install -g codex" });
const unseen = tool({ installed: null, authenticated: null });

describe("a CLI", () => {
  it.each([
    ["that is ready", tool({}), "ok", "0.9.0, signed in with a subscription", null, null],
    [
      "that is signed out",
      signedOut,
      "signed_out",
      "0.9.0, not signed in",
      "Run codex login.",
      "codex login",
    ],
    ["that is missing", missing, "missing", "Not installed", "npm install -g codex", "npm install -g codex"],
    ["that is too old", outdated, "missing", "0.2.9, too old", outdated.install_instructions, null],
    ["that was not checked", unseen, "checking", "Checking…", null, null],
  ])("%s is described with what to do", (_title, seen, health, facts, advice, command) => {
    expect([healthOf(seen), factsOf(seen), adviceOf(seen), commandOf(seen)]).toEqual([
      health,
      facts,
      advice,
      command,
    ]);
  });
});

it.each([
  [null, false, null],
  [null, true, expect.stringContaining("taking too long")],
  [new ApiError({ status: 0, error: "Not reachable", messages: ["No answer."] }), true, "No answer."],
])("explains the error %s, overdue %s", (error, isOverdue, sentence) => {
  expect(checkProblem(error, isOverdue)).toEqual(sentence && [sentence]);
});

it("counts the agents that are ready", () => {
  expect(readyText([tool({}), signedOut])).toBe("1 of 2 agents is ready");
  expect(readyText([tool({}), unseen])).toBe("Checking agents…");
  expect(readyText([tool({}), unseen], false)).toBe("Could not determine which agents are installed.");
});
