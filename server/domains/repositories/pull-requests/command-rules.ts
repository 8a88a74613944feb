import { type Repository, repositoryOf } from "./link-rules.ts";
import { programWords, type ShellLine, shellLine } from "./shell-rules.ts";

/**
 * Where a command creates a pull request: in a repository it names, in the session's own, which it names by a
 * variable, or in whichever the folder belongs to.
 */
export type Target = Repository | "own" | "any";

/** A shell line that creates pull requests. */
export interface CreatingLine {
  targets: readonly Target[];
  /** One of its commands may run several times. */
  loops: boolean;
  /** It also prints addresses of pull requests that were there before. */
  lists: boolean;
  /** That the line failed may be the fault of a command after the one that creates. */
  failureMayBeAnothers: boolean;
}

type Act = { kind: "creates"; target: Target } | { kind: "lists" };

/** Null where no command of the line creates one. */
export function readCreatingLine(text: string): CreatingLine | null {
  if (!/\b(?:gh|curl)\b/.test(text)) return null;
  const { segments, sure } = shellLine(text);
  const acts = segments.map(({ words }) => actOf(programWords(words)));
  const targets = acts.flatMap((act) => (act?.kind === "creates" ? [act.target] : []));
  if (targets.length === 0) return null;
  return {
    targets,
    loops: segments.some(({ words }) => /^(?:for|while|until|xargs)$/.test(words[0] ?? "")),
    lists: acts.some((act) => act?.kind === "lists"),
    failureMayBeAnothers:
      sure &&
      isFollowed(
        segments,
        acts.findIndex((act) => act?.kind === "creates"),
      ),
  };
}

/** The line's outcome is that of its last command, unless `&&` and `||` bind it to this one. */
const isFollowed = (segments: ShellLine["segments"], from: number): boolean =>
  segments.slice(from, -1).some(({ followedBy }) => followedBy === ";" || followedBy === "|");

function actOf([program = "", ...words]: readonly string[]): Act | null {
  if (/^(?:.*\/)?gh(?:\.exe)?$/.test(program)) return ghAct(words);
  return /^(?:.*\/)?curl(?:\.exe)?$/.test(program) ? apiAct(words, /^(?:-d|--data.*|--json)$/) : null;
}

function ghAct(words: readonly string[]): Act | null {
  const [noun, verb] = plainWords(words);
  if (noun === "api") return apiAct(words, /^(?:-[fF]|--(?:raw-)?field|--input)$/);
  if (noun === "search" || noun === "status") return { kind: "lists" };
  if (noun !== "pr") return null;
  // Whatever else is done with one prints its address as well.
  if (verb !== "create" && verb !== "new") return { kind: "lists" };
  if (words.some((word) => /^(?:-w|-h|--web|--help|--dry-run)$/.test(word))) return null;
  const named = optionOf(words, /^(?:-R|--repo)$/);
  return { kind: "creates", target: named === undefined ? "any" : targetOf(named) };
}

/** A request that posts to a repository's collection of pull requests, and to nothing below it. */
function apiAct(words: readonly string[], fields: RegExp): Act | null {
  const endpoint = words.find((word) => /(?:^|\/)repos\/[^/]+\/.+\/pulls(?:[/?]|$)/.test(word));
  if (endpoint === undefined) return null;
  const method = optionOf(words, /^(?:-X|--method|--request)$/)?.toUpperCase();
  const posts = method === undefined ? words.some((word) => fields.test(nameOf(word))) : method === "POST";
  const [, repository] = /(?:^|\/)repos\/([^?]+)\/pulls$/.exec(endpoint.replace(/\?.*$/, "")) ?? [];
  if (!posts || repository === undefined) return { kind: "lists" };
  return { kind: "creates", target: targetOf(repository) };
}

/** `$OWNER/$REPO` and `{owner}/{repo}` stand for something that the line does not say. */
const targetOf = (name: string): Target =>
  /[$`{]/.test(name) ? "own" : (repositoryOf(name.replace(/^["']|["']$/g, "")) ?? "own");

const withValue = /^(?:-R|--repo|--hostname)$/;

/** Those that are no option and no option's value, the subcommand first. */
function plainWords(words: readonly string[]): string[] {
  return words.filter((word, index) => !word.startsWith("-") && !withValue.test(words[index - 1] ?? ""));
}

const nameOf = (word: string): string => word.replace(/=.*$/s, "");

/** The value of an option: the next word, after `=`, or right behind a single letter. */
function optionOf(words: readonly string[], name: RegExp): string | undefined {
  for (const [index, word] of words.entries()) {
    if (name.test(word)) return words[index + 1];
    if (word.startsWith("--") && word.includes("=") && name.test(nameOf(word)))
      return word.slice(word.indexOf("=") + 1);
    if (/^-[A-Za-z]./.test(word) && name.test(word.slice(0, 2))) return word.slice(2).replace(/^=/, "");
  }
  return undefined;
}
