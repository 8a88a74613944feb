import { defineRefusals, invalid, type Refusal } from "../../../lib/errors.ts";
import type { PickName } from "./model.ts";
import { kindLabel, text } from "./text.ts";

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
  catalog_exists: {
    status: 409,
    label: "Catalog exists",
    message: ({ path = "" }) => `There is a catalog already: ${path}`,
  },
  folder_taken: {
    status: 409,
    label: "Folder exists",
    message: ({ folder = "" }) =>
      `${folder} exists already and has no air.json. Move it away, or name its air.json in SERVICE_CATALOG.`,
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

export type PickProblem = { pick: PickName } & (
  | { kind: "too_many"; limit: number; given: number }
  | { kind: "unknown"; name: string }
  | { kind: "ambiguous"; name: string; names: readonly string[] }
);

/** As many problems of the catalog's files as one answer names. */
const namedFiles = 3;

/**
 * One sentence per problem, under the label of the first (X47). What is unknown may be in a file that could not be read, so
 * these are named too.
 */
export function invalidPicks(
  problems: readonly [PickProblem, ...PickProblem[]],
  catalogProblems: readonly string[],
): Refusal {
  const [{ pick, kind }] = problems;
  const inFiles = problems.some((problem) => problem.kind === "unknown") ? catalogProblems : [];
  return invalid(
    [...problems.map(pickSentence), ...inFiles.slice(0, namedFiles).map(text.inCatalog)],
    `${kind === "too_many" ? "Too many" : "Invalid"} ${nouns[pick]}`,
  );
}

function pickSentence(problem: PickProblem): string {
  const what = kindLabel[problem.pick];
  switch (problem.kind) {
    case "too_many":
      return `At most ${problem.limit} ${what}s can be selected; ${problem.given} were given`;
    case "unknown":
      return `Unknown ${what} "${problem.name}"`;
    case "ambiguous":
      return `The ${what} "${problem.name}" exists in several scopes; use one of ${problem.names.join(", ")}`;
  }
}
