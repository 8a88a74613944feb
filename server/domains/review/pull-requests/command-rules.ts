import { type Repository, repositoryOf } from "./link-rules.ts";
import { programWords, type ShellLine, shellLine } from "./shell-rules.ts";

/**
 * Where a command creates a pull request: in a repository that it names, in the session's own one (`own`, named by a
 * variable), or in the repository of the folder (`any`).
 */
export type Target = Repository | "own" | "any";

/** What a command creates, as `gh` names it. */
export type Created = "pr" | "issue";

/** A shell line that creates pull requests or issues. */
export interface CreatingLine {
  targets: readonly Target[];
  /** One of its commands may run several times. */
  loops: boolean;
  /** It also prints URLs of what existed before. */
  lists: boolean;
  /** A command after the one that creates may be what failed. */
  laterCommandMayHaveFailed: boolean;
}

type Effect = { kind: "creates"; target: Target } | { kind: "lists" };

/** null if no command of the line creates one. */
export function readCreatingLine(text: string, created: Created = "pr"): CreatingLine | null {
  if (!/\b(?:gh|curl)\b/.test(text)) return null;
  const { segments, sure } = shellLine(text);
  const effects = segments.map(({ words }) => effectOf(created, programWords(words)));
  const targets = effects.flatMap((effect) => (effect?.kind === "creates" ? [effect.target] : []));
  if (targets.length === 0) return null;
  return {
    targets,
    loops: segments.some(({ words }) => /^(?:for|while|until|xargs)$/.test(words[0] ?? "")),
    lists: effects.some((effect) => effect?.kind === "lists"),
    laterCommandMayHaveFailed:
      sure &&
      isFollowed(
        segments,
        effects.findIndex((effect) => effect?.kind === "creates"),
      ),
  };
}

/** The exit status of a line is that of its last command, unless `&&` or `||` connects it to this one. */
const isFollowed = (segments: ShellLine["segments"], from: number): boolean =>
  segments.slice(from, -1).some(({ followedBy }) => followedBy === ";" || followedBy === "|");

function effectOf(created: Created, [program = "", ...words]: readonly string[]): Effect | null {
  if (/^(?:.*\/)?gh(?:\.exe)?$/.test(program)) return ghEffect(created, words);
  if (!/^(?:.*\/)?curl(?:\.exe)?$/.test(program)) return null;
  return apiEffect(created, words, /^(?:-d|--data.*|--json)$/);
}

function ghEffect(created: Created, words: readonly string[]): Effect | null {
  const [noun, verb] = plainWords(words);
  if (noun === "api") return apiEffect(created, words, /^(?:-[fF]|--(?:raw-)?field|--input)$/);
  if (noun === "search" || noun === "status") return { kind: "lists" };
  if (noun !== created) return null;
  // Other commands of `gh pr` and `gh issue` print the URL as well.
  if (verb !== "create" && verb !== "new") return { kind: "lists" };
  if (words.some((word) => /^(?:-w|-h|--web|--help|--dry-run)$/.test(word))) return null;
  const named = optionOf(words, /^(?:-R|--repo)$/);
  return { kind: "creates", target: named === undefined ? "any" : targetOf(named) };
}

const collections = {
  pr: { within: /(?:^|\/)repos\/[^/]+\/.+\/pulls(?:[/?]|$)/, itself: /(?:^|\/)repos\/([^?]+)\/pulls$/ },
  issue: { within: /(?:^|\/)repos\/[^/]+\/.+\/issues(?:[/?]|$)/, itself: /(?:^|\/)repos\/([^?]+)\/issues$/ },
} as const satisfies Record<Created, object>;

/** A request that posts to a repository's collection itself. */
function apiEffect(created: Created, words: readonly string[], fields: RegExp): Effect | null {
  const { within, itself } = collections[created];
  const endpoint = words.find((word) => within.test(word));
  if (endpoint === undefined) return null;
  const method = optionOf(words, /^(?:-X|--method|--request)$/)?.toUpperCase();
  const posts = method === undefined ? words.some((word) => fields.test(nameOf(word))) : method === "POST";
  const [, repository] = itself.exec(endpoint.replace(/\?.*$/, "")) ?? [];
  if (!posts || repository === undefined) return { kind: "lists" };
  return { kind: "creates", target: targetOf(repository) };
}

/** `$OWNER/$REPO` and `{owner}/{repo}` are placeholders, so the name is not known. */
const targetOf = (name: string): Target =>
  /[$`{]/.test(name) ? "own" : (repositoryOf(name.replace(/^["']|["']$/g, "")) ?? "own");

const withValue = /^(?:-R|--repo|--hostname)$/;

/** The words that are neither options nor their values; the subcommand comes first. */
function plainWords(words: readonly string[]): string[] {
  return words.filter((word, index) => !word.startsWith("-") && !withValue.test(words[index - 1] ?? ""));
}

const nameOf = (word: string): string => word.replace(/=.*$/s, "");

/** The value of an option: the next word, the part after `=`, or what follows a single letter. */
function optionOf(words: readonly string[], name: RegExp): string | undefined {
  for (const [index, word] of words.entries()) {
    if (name.test(word)) return words[index + 1];
    if (word.startsWith("--") && word.includes("=") && name.test(nameOf(word)))
      return word.slice(word.indexOf("=") + 1);
    if (/^-[A-Za-z]./.test(word) && name.test(word.slice(0, 2))) return word.slice(2).replace(/^=/, "");
  }
  return undefined;
}
