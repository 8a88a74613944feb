import type { QueryClient } from "@tanstack/react-query";
import type { Session, SessionCategory } from "../../../server/domains/sessions/sessions/model.ts";
import { categoriesKey, setSessionCategory } from "../categories/api.ts";
import { text as categoryText } from "../categories/text.ts";
import { actionById, showActionToast } from "./action-toasts.ts";
import { runOptimistically, withProgress } from "./run-action.ts";
import type { BatchResult } from "./run-batch.ts";
import { text } from "./text.ts";

type Target = (session: Session) => SessionCategory | null;

const { label } = actionById("set_category");

async function moveSessions(
  client: QueryClient,
  sessions: readonly Session[],
  targetOf: Target,
): Promise<BatchResult> {
  const outcome = await withProgress(label, sessions, (session) => {
    const category = targetOf(session);
    const category_id = category?.id ?? null;
    return runOptimistically(client, session, {
      request: ({ id }) => setSessionCategory(id, category_id),
      change: { category_id, category },
    });
  });
  await client.invalidateQueries({ queryKey: categoriesKey });
  return outcome;
}

/** Moves sessions back to the categories they were in. */
const undoMove = (client: QueryClient, before: readonly Session[]): (() => void) => {
  return () =>
    void moveSessions(client, before, ({ category }) => category).then((outcome) =>
      showActionToast(text.undo, outcome, { retry: (refused) => undoMove(client, refused)() }),
    );
};

/** Moves sessions to a category; null makes them uncategorized. */
export async function setCategory(
  client: QueryClient,
  sessions: readonly Session[],
  category: SessionCategory | null,
): Promise<void> {
  const outcome = await moveSessions(client, sessions, () => category);
  const doneText = text.movedTo(category?.name ?? categoryText.uncategorized);
  showActionToast({ label, doneText }, outcome, {
    undo: undoMove(client, outcome.done),
    retry: (refused) => setCategory(client, refused, category),
  });
}
