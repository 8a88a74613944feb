import type { Actor } from "../../../http/caller.ts";
import { type SessionRow, turnKinds } from "../../sessions/sessions/index.ts";
import type { Session } from "../../sessions/sessions/model.ts";
import { turnRefusal } from "./errors.ts";
import type { TurnDeps } from "./ports.ts";
import type { TurnParts } from "./stop-turn.ts";
import { text } from "./text.ts";
import { transcriptSync } from "./transcript-sync.ts";

/** The most sessions that one call gives a turn (R79). */
const turnLimit = 50;

export interface RefreshCounts {
  refreshed: number;
  restarted: number;
  continued: number;
  errors: number;
}

type Refreshed = keyof RefreshCounts | "untouched";

/** Reads the CLIs' files again, and continues sessions that stopped and that no person paused. */
export function sessionRefresh(
  deps: TurnDeps,
  parts: TurnParts,
  restart: (reference: string, by: Actor) => Promise<Session>,
) {
  const { sessions, database, sessionLog, log } = deps;
  const reread = (row: SessionRow): Promise<boolean> => readAgain(deps, parts, row);

  function continueIdle(id: number): Refreshed {
    return database.transaction(() => {
      const row = sessions.find(String(id));
      if (!stoppedUnpaused(row) || parts.store.open(id)) return "untouched";
      sessionLog.note(id, "info", text.log.continuedByRefresh);
      if (parts.queueing.queueNextMessage(row) === undefined) parts.queueing.queueTurn(row, "recovery");
      return "continued";
    });
  }

  async function refreshOne(row: SessionRow, mayTakeTurn: boolean, by: Actor): Promise<Refreshed> {
    try {
      const found = await reread(row);
      const given = mayTakeTurn ? await restartOrContinue(row, by) : "untouched";
      return given === "untouched" && found ? "refreshed" : given;
    } catch (error) {
      log.warn({ err: error, session: row.id }, "session not refreshed");
      return "errors";
    }
  }

  async function restartOrContinue(row: SessionRow, by: Actor): Promise<Refreshed> {
    if (row.status === "needs_input") return continueIdle(row.id);
    if (sessions.find(String(row.id)).status !== "failed") return "untouched";
    await restart(String(row.id), by);
    return "restarted";
  }

  return {
    async refresh(reference: string, by: Actor): Promise<{ session: Session; message: string }> {
      const row = sessions.find(reference);
      const found = await reread(row);
      if (row.status === "failed") {
        const session = await restart(String(row.id), by);
        return { session, message: text.answers.failedRestarted };
      }
      if (!found) throw turnRefusal("nothing_to_refresh");
      return {
        session: sessions.view(sessions.find(String(row.id))),
        message: text.answers.refreshed,
      };
    },

    async refreshAll(by: Actor): Promise<RefreshCounts & { message: string }> {
      const counts: RefreshCounts = { refreshed: 0, restarted: 0, continued: 0, errors: 0 };
      const order = ["failed", "needs_input", "running", "waiting"] as const;
      for (const row of order.flatMap((status) => sessions.withStatus(status))) {
        if (isOnHold(row) || sessions.isFrozen(row)) continue;
        const mayTakeTurn =
          (row.status === "failed" || row.status === "needs_input") &&
          counts.restarted + counts.continued < turnLimit;
        const outcome = await refreshOne(row, mayTakeTurn, by);
        if (outcome !== "untouched") counts[outcome] += 1;
      }
      return { ...counts, message: text.answers.refreshedAll(counts) };
    },
  };
}

/** Waits for something that a refresh cannot provide: an answer, a provider, a sign-in. */
const isOnHold = ({ blockedOnElicitation, waitingKind }: SessionRow): boolean =>
  blockedOnElicitation || turnKinds.some((kind) => kind !== "queued" && kind === waitingKind);

/** Idle in the middle of a conversation, and not because a person paused it. */
const stoppedUnpaused = ({
  status,
  pausedBy,
  blockedOnElicitation,
  conversationStarted,
}: SessionRow): boolean =>
  status === "needs_input" && pausedBy === null && !blockedOnElicitation && conversationStarted;

/** Returns false if the runtime has no file of the conversation. What is stored never gets shorter (R78). */
async function readAgain(deps: TurnDeps, { store }: TurnParts, session: SessionRow): Promise<boolean> {
  const { id, conversationId, clonePath } = session;
  const runtime = deps.runtimes.find((known) => known.id === session.agentRuntime);
  if (!runtime || conversationId === null || clonePath === null) return false;
  // The next turn adopts the file; until then it holds nothing that is not stored.
  if (deps.transcripts.awaitsFile(id)) return false;
  const workspace = { cwd: clonePath, home: deps.workspaces.home(id) };
  if ((await runtime.transcriptFile(workspace, conversationId)) === null) return false;
  // These lines may also show that an active turn's prompt has arrived.
  const prompt = store.open(id)?.prompt ?? null;
  // Its first prompt is not for this reader to find, unless the other one has not.
  await transcriptSync(deps, { sessionId: id, runtime, workspace, prompt, found: "another" }).finish();
  return true;
}
