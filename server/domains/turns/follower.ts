import type { AgentRuntime, Workspace } from "../../runtimes/runtime.ts";
import { markDelivered } from "./conversation.ts";
import type { TurnDeps } from "./ports.ts";

const quickMs = 30;
const lateMs = 250;

/**
 * Keeps the stored transcript up with the runtime's file while a turn runs. `touch` is a hint that something
 * happened; the CLI may write its line a little later, so a second look follows.
 */
export function transcriptFollower(
  deps: Pick<TurnDeps, "sessions" | "messages" | "transcripts" | "log">,
  turn: {
    sessionId: number;
    runtime: AgentRuntime;
    workspace: Pick<Workspace, "cwd" | "home">;
    prompt: string | null;
  },
) {
  const { sessionId, runtime, workspace } = turn;
  let path: string | null = null;
  let quick: NodeJS.Timeout | undefined;
  let late: NodeJS.Timeout | undefined;
  let closed = false;

  /** Called inside the transaction that stores the prompt's line. */
  const onSeen = (): void => markDelivered(deps, sessionId);

  async function look(): Promise<void> {
    const row = deps.sessions.byId(sessionId);
    if (!row || row.conversationId === null) return;
    path ??= await runtime.transcriptFile(workspace, row.conversationId);
    if (path === null) return;
    const awaited = turn.prompt === null ? undefined : { prompt: turn.prompt, onSeen };
    const { lineCount } = await deps.transcripts.ingest({
      sessionId,
      path,
      reader: runtime.transcript,
      awaited,
    });
    const now = deps.sessions.byId(sessionId);
    if (now && !now.conversationStarted && lineCount > 0)
      deps.sessions.write(now, { conversationStarted: true });
  }

  const lookQuietly = (): void => {
    look().catch((error: unknown) =>
      deps.log.error({ err: error, session: sessionId }, "transcript not read"),
    );
  };

  return {
    touch(): void {
      if (closed) return;
      quick ??= setTimeout(() => {
        quick = undefined;
        lookQuietly();
      }, quickMs);
      clearTimeout(late);
      late = setTimeout(lookQuietly, lateMs);
    },
    /** The last look, after the process is gone and before the session's state changes. */
    async finish(): Promise<void> {
      closed = true;
      clearTimeout(quick);
      clearTimeout(late);
      await look();
    },
  };
}
