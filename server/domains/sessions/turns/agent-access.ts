import type { SessionRow } from "../sessions/index.ts";
import type { TurnDeps } from "./ports.ts";
import type { TurnRow } from "./store.ts";

/**
 * Lets the programs of a turn reach the service while `work` runs. It ends earlier if `work` ends it: once none of them is
 * left.
 */
export async function whileLetIn<Result>(
  { passes }: Pick<TurnDeps, "passes">,
  { session, turn }: { session: SessionRow; turn: TurnRow },
  work: (end: () => void) => Promise<Result>,
): Promise<Result> {
  const pass = passes.open({ sessionId: session.id, turnId: turn.id });
  try {
    return await work(pass.close);
  } finally {
    pass.close();
  }
}
