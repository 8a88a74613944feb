import { expect, it } from "vitest";
import type { CliStatus, CliTool } from "../../../server/domains/agents/clis/model.ts";
import { chooseRoot, emptyForm } from "./form.ts";
import { someConfigs } from "./new-session.test-data.ts";
import { warningsFor } from "./warnings.ts";

const fresh = { ...emptyForm(someConfigs), mcpServers: [] };
const nothing = { clis: null, branches: null };

const clis = (changes: Partial<CliTool>): CliStatus => ({
  tools: {
    claude_code: {
      name: "Claude Code",
      installed: true,
      authenticated: true,
      version: "2.1.0",
      install_instructions: "Get it.",
      auth_instructions: "Sign in.",
      install_command: null,
      auth_command: null,
      auth_method: null,
      env_var_name: null,
      ...changes,
    },
  },
  all_authenticated: null,
  unauthenticated_count: 0,
  generated_at: null,
});

it("warns of a chosen server that is not available", () => {
  expect(warningsFor({ ...fresh, mcpServers: null }, someConfigs, nothing)).toEqual([
    "Mailer is not available: Switched off.",
  ]);
  expect(warningsFor({ ...fresh, mcpServers: ["clock"] }, someConfigs, nothing)).toEqual([]);
});

it.each<[string, Partial<CliTool>, string[]]>([
  ["is ready", {}, []],
  ["has not been looked at", { installed: null, authenticated: null }, []],
  [
    "is missing",
    { installed: false, authenticated: false, version: null },
    ["Claude Code is not installed. Get it."],
  ],
  [
    "is too old",
    { installed: false, version: "0.2.9", install_instructions: "Claude Code 0.2.9 is too old." },
    ["Claude Code 0.2.9 is too old."],
  ],
  ["is signed out", { authenticated: false }, ["Claude Code is not signed in. Sign in."]],
])("warns of a CLI that %s", (_title, changes, expected) => {
  expect(warningsFor(fresh, someConfigs, { ...nothing, clis: clis(changes) })).toEqual(expected);
});

it.each<[string, string, string[] | null, number]>([
  ["that is there", "dev", ["main", "dev"], 0],
  ["that is not", "dev", ["main"], 1],
  ["of a repository that did not answer", "dev", null, 0],
  ["of a repository with more than are listed", "dev", Array.from({ length: 500 }, (_, n) => `b${n}`), 0],
])("checks a branch %s", (_title, branch, branches, count) => {
  expect(warningsFor({ ...fresh, branch }, someConfigs, { clis: null, branches })).toHaveLength(count);
});

it("warns of an agent root without a repository", () => {
  const bare = {
    ...someConfigs,
    agent_roots: someConfigs.agent_roots.map((root) => ({ ...root, git_root: null })),
  };
  expect(warningsFor(chooseRoot(fresh, "garden"), bare, nothing)[0]).toContain("has no repository");
});
