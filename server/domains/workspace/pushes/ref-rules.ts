/** One line of a push: a ref is to lead from one commit to another. Zeros stand for none. */
export interface RefUpdate {
  before: string;
  after: string;
  name: string;
}

/** What keeps a ref out: it is neither a branch, a tag nor a note, or its name is no plain one. */
export type RefProblem = "other_namespace" | "strange_name";

const isNone = (commit: string): boolean => /^0+$/.test(commit);

/** What lies elsewhere steers the owner's git: other people's branches, stashes, and objects in place of others. */
const pushable = /^refs\/(?:heads|tags|notes)\/(?<short>.+)$/u;
/** Letters of any language, and marks that neither a shell nor git's options read as more than a name. */
const plainPart = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}._@+,-]*$/u;
const longestName = 250;

/**
 * Why the owner's repository does not take this update; null if the rest is for git to decide. People's prompts, scripts and
 * completions put the names of branches into shells. A ref that the owner has already may be moved and deleted.
 */
export function refProblem({ before, name }: RefUpdate): RefProblem | null {
  const short = pushable.exec(name)?.groups?.["short"];
  if (short === undefined) return "other_namespace";
  if (!isNone(before)) return null;
  const isPlain = short.split("/").every((part) => plainPart.test(part));
  return isPlain && short !== "HEAD" && name.length <= longestName ? null : "strange_name";
}
