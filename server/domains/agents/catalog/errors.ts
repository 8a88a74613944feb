import { defineRefusals, invalid, type Refusal } from "../../../lib/errors.ts";
import type { PickName } from "./model.ts";

export const catalogError = defineRefusals({
  root_ambiguous: {
    status: 422,
    label: "Invalid agent_root",
    message: ({ name = "", names = "" }) =>
      `The agent root "${name}" exists in several scopes; use one of ${names}`,
  },
  selection_collides: {
    status: 422,
    label: "Invalid selection",
    message: ({ what = "", id = "", names = "" }) =>
      `${names} cannot be used together, because each is the ${what} "${id}"`,
  },
  entry_gone: {
    status: 422,
    label: "Invalid selection",
    message: ({ what = "", name = "" }) => `The ${what} "${name}" is no longer in the catalog`,
  },
  server_address_invalid: {
    status: 422,
    label: "Invalid servers",
    message: ({ name = "" }) =>
      `With its variables filled in, the url of the MCP server "${name}" is not an http or https address`,
  },
  air_secret_unresolvable: {
    status: 422,
    label: "Unresolved variables",
    message: ({ problems = "" }) => `${problems}`,
  },
});

const nouns: Record<PickName, string> = {
  mcpServers: "servers",
  skills: "skills",
  hooks: "hooks",
  plugins: "plugins",
};

export interface PickProblem {
  pick: PickName;
  kind: "unknown" | "too_many";
  message: string;
}

/** One sentence per problem, under the label of the first (X47). */
export function invalidPicks(problems: readonly [PickProblem, ...PickProblem[]]): Refusal {
  const [{ pick, kind }] = problems;
  return invalid(
    problems.map(({ message }) => message),
    `${kind === "too_many" ? "Too many" : "Invalid"} ${nouns[pick]}`,
  );
}
