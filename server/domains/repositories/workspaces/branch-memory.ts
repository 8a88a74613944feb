import type { remoteBranches } from "./cloning.ts";

type Branches = Awaited<ReturnType<typeof remoteBranches>>;

/** Long enough for a form that is opened twice, short enough for a branch that was just pushed. */
const freshMs = 20_000;
const most = 50;

/** Asks a remote once for all who ask at about the same time. A refusal is not kept. */
export function rememberingBranches(
  ask: (gitRoot: string) => Promise<Branches>,
  now = () => performance.now(),
) {
  const known = new Map<string, { at: number; answer: Promise<Branches> }>();

  return (gitRoot: string): Promise<Branches> => {
    const held = known.get(gitRoot);
    if (held && now() - held.at < freshMs) return held.answer;
    const begun = { at: now(), answer: ask(gitRoot) };
    known.delete(gitRoot);
    known.set(gitRoot, begun);
    for (const oldest of known.keys()) if (known.size > most) known.delete(oldest);
    begun.answer.catch(() => {
      if (known.get(gitRoot) === begun) known.delete(gitRoot);
    });
    return begun.answer;
  };
}
