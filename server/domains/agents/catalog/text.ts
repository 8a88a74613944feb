import { gitSourceSentence } from "../../../lib/git-source-text.ts";
import type { Kind, Unavailability } from "./model.ts";
import type { CatalogProblem, FileProblem, Finding } from "./rules.ts";

/** The name of each kind in sentences. */
export const kindLabel: Record<Kind, string> = {
  references: "reference",
  mcpServers: "MCP server",
  skills: "skill",
  hooks: "hook",
  plugins: "plugin",
  roots: "agent root",
};

type Named = { kind: Kind; name: string };
const labeled = ({ kind, name }: Named) => `${kindLabel[kind]} "${name}"`;

const notSet = (names: readonly string[]): string =>
  `the ${names.length === 1 ? `variable ${names[0]} is` : `variables ${names.join(", ")} are`} not set.`;
const reason = (why: Unavailability): string => (why.kind === "declared" ? why.reason : notSet(why.names));

/** The words of the catalog: what its files may contain, and which parts of a selection cannot be used now. */
export const text = {
  cannotStart: (server: string, why: Unavailability) =>
    `The MCP server "${server}" cannot start now: ${reason(why)}`,
  cannotStartBeforeSignIn: (server: string) =>
    `The MCP server "${server}" cannot start now: a person must sign in to it first.`,
  signInFirst: "A person must sign in to it first.",
  declaredUnavailable: "Declared unavailable in the catalog.",
  unavailable(why: Unavailability) {
    const sentence = reason(why);
    return sentence.charAt(0).toUpperCase() + sentence.slice(1);
  },
  hookCannotRun: (hook: string, names: readonly string[]) =>
    `The hook "${hook}" cannot run now: ${notSet(names)}`,
  hookBlocked: (hook: string, { kind, file }: { kind: "file_missing" | "not_executable"; file: string }) =>
    kind === "file_missing"
      ? `The hook "${hook}" is left out: its program ${file} does not exist.`
      : `The hook "${hook}" is left out: its program ${file} is not executable. Run \`chmod +x\` on it.`,
  inCatalog: (problem: string) => `The catalog has a problem: ${problem}`,
  leftOut: (what: Named, file: string) => `The ${labeled(what)} is left out: its ${file} does not exist.`,
  unresolved: (what: Named, names: readonly string[]) => `The ${labeled(what)}: ${notSet(names)}`,
  usedBy: (users: readonly Named[]) => `Used by ${users.map((user) => `the ${labeled(user)}`).join(", ")}`,

  /** What a new catalog has in its files. */
  created: {
    description: "What the sessions on this machine can use",
    roots: "Agent roots: repositories with their defaults. Being listed here also trusts a repository.",
    untrusted:
      "These are not trusted. Take the slashes away from a line to trust its repository and make it an agent root:",
    root: (name: string) => `The repository ${name}`,
    servers: "MCP servers. This one opens pages for agents; take the slashes away to offer it:",
    example: {
      server: {
        type: "stdio",
        title: "Browser",
        description: "Opens pages and takes screenshots.",
        command: "npx",
        args: ["-y", "@playwright/mcp@latest", "--headless"],
      },
      skill: {
        name: "small-changes",
        entry: {
          title: "Small changes",
          description: "Cut a change down to what its task needs.",
          path: "small-changes",
        },
        text: `---
name: small-changes
description: Cut a change down to what its task needs.
---

List the files of the change, take back what nobody asked for, and show what is left.
`,
      },
    },
  },

  /** What is wrong with a key of a file; follows the name of the key. */
  key: {
    tooLong: (max: number) => `is longer than ${max} characters`,
    blank: "is blank",
    missing: "is missing",
    invalid: "is not valid",
    unknownKeys: (keys: readonly string[]) => `has the unknown key "${keys.join('", "')}"`,
    wrongType: (expected: string) => `must be ${/^[aeiou]/.test(expected) ? "an" : "a"} ${expected}`,
    excludeForm: "is not of the form @scope/id",
    versionForm: "is not of the form 1.2.3",
    idCharacters: "may only contain letters, digits, '_' and '-'",
    serverIdCharacters: "may only contain letters, digits, '_', '[', ']' and '-'",
    qualifiedId: "is a qualified id; index files only use short ids",
    notForServer: (type: string) => `is not allowed for a ${type} server`,
    webAddress: "is not an http or https address",
    serverType: "must be stdio, sse or streamable-http",
    atLeastOne: "must be at least 1",
  },
};

/** A finding about a file starts with that file. */
export function findingSentence(finding: Finding): string {
  return "where" in finding ? `${finding.where}: ${fileProblem(finding)}` : catalogProblem(finding);
}

function fileProblem(problem: FileProblem): string {
  if ("file" in problem) return aboutFile(problem);
  switch (problem.kind) {
    case "missing":
      return "does not exist or cannot be read";
    case "not_a_file":
      return "is not a file";
    case "too_large":
      return `is larger than ${problem.maxMegabytes} MB`;
    case "unreadable":
      return `cannot be read: ${problem.reason}`;
    case "content":
      return problem.sentence;
    case "not_an_object":
      return "is not a JSON object keyed by id";
    case "link_outside":
      return "is a link that leaves the catalog's folder";
    case "git_source":
      return gitSourceSentence(problem.problem);
    case "extensions_ignored":
      return "extensions are not loaded; this service does not run code from a catalog";
    case "path_outside":
      return `path ${problem.path} leaves the catalog's folder`;
    case "defined_twice":
      return `${labeled(problem.entry)} is also defined in ${problem.first}`;
    case "plugin_cycle":
      return `plugins contain each other: ${problem.path.join(" -> ")}`;
    case "unresolved": {
      const { owner, field, target } = problem;
      return `${labeled(owner)}: ${field} names the ${labeled(target)}, which ${unresolvedClause(problem)}`;
    }
    default:
      return sourceProblem(problem);
  }
}

const aboutFile = ({ kind, file }: Extract<FileProblem, { file: string }>): string =>
  kind === "file_missing" ? `${file} does not exist` : `${file} is not executable. Run \`chmod +x\` on it.`;

function unresolvedClause({ because, names }: Extract<FileProblem, { kind: "unresolved" }>): string {
  if (because === "ambiguous") return `is ambiguous: ${names.join(", ")}`;
  return because === "excluded" ? "was removed by exclude" : "is not in the catalog";
}

/** What is wrong with a path or address in a list. */
function sourceProblem(problem: Extract<FileProblem, { source: string }>): string {
  const { source } = problem;
  switch (problem.kind) {
    case "listed_missing":
      return `${problem.key} names ${source}, which does not exist`;
    case "not_a_folder":
      return `${problem.key} names ${source}, which is not a folder`;
    case "file_url_invalid":
      return `${problem.key} names ${source}, which is not a usable file URL: ${problem.reason}`;
    case "scheme_unsupported":
      return `${problem.key} names ${source}, but ${problem.scheme}:// sources are not supported; use a local folder or file://`;
    case "folder_unreadable":
      return `the catalog ${source} cannot be read: ${problem.reason}`;
    case "folder_too_large":
      return `the catalog ${source} contains more than ${problem.max} JSON files; list its index files one by one instead`;
  }
}

function catalogProblem(problem: CatalogProblem): string {
  return problem.kind === "exclude_unmatched"
    ? `exclude: "${problem.pattern}" matches no ${kindLabel[problem.entries]}`
    : `${labeled(problem.entry)} exists in several scopes; use one of ${problem.names.join(", ")}`;
}
