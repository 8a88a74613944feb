import { noteStep } from "../../../lib/steps.ts";
import type { AgentRuntime, Workspace } from "../../../runtimes/runtime.ts";
import type { AwaitedPrompt } from "../../transcripts/transcripts/index.ts";
import { markDelivered } from "./conversation.ts";
import type { TurnDeps } from "./ports.ts";

const quickMs = 30;
const lateMs = 250;

interface FollowedTurn {
  sessionId: number;
  runtime: AgentRuntime;
  workspace: Pick<Workspace, "cwd" | "home">;
  prompt: string | null;
  /** What another reader may have found of it already. */
  found?: AwaitedPrompt["found"];
}

/** Keeps the stored transcript up to date with the CLI's files while a turn runs, subagents included. */
export function turnSync(deps: TurnDeps, turn: FollowedTurn) {
  const transcript = transcriptSync(deps, turn);
  const conversationId = (): string | null => deps.sessions.byId(turn.sessionId)?.conversationId ?? null;
  const subagents = deps.subagents.follow({ ...turn, conversationId });

  return {
    /** A hint that the files may have grown. */
    touch(): void {
      transcript.touch();
      subagents.touch();
    },
    /** The last read, after the process is gone and before the session's state changes. */
    async finish(completed: boolean): Promise<void> {
      noteStep("processes ended");
      try {
        await transcript.finish();
      } finally {
        await subagents.finish(completed);
        noteStep("transcript stored");
      }
    },
  };
}

/** The CLI may write its file a little after it reports, so every read is followed by a second one. */
export function transcriptSync(deps: TurnDeps, turn: FollowedTurn) {
  const { sessionId, runtime, workspace } = turn;
  let path: string | null = null;
  let quick: NodeJS.Timeout | undefined;
  let late: NodeJS.Timeout | undefined;
  let closed = false;

  /** Called inside the transaction that stores the prompt's line. */
  const onSeen = (): void => void markDelivered(deps, sessionId);
  const awaited: AwaitedPrompt =
    turn.prompt === null
      ? { prompt: "", found: "it", onSeen: () => undefined }
      : { prompt: turn.prompt, found: turn.found ?? "nothing", onSeen };

  async function readFile(): Promise<void> {
    const row = deps.sessions.byId(sessionId);
    if (!row || row.conversationId === null) return;
    path ??= await runtime.transcriptFile(workspace, row.conversationId);
    if (path === null) return;
    const { lineCount } = await deps.transcripts.ingest({
      sessionId,
      home: workspace.home,
      path,
      reader: runtime.transcript,
      awaited,
    });
    const now = deps.sessions.byId(sessionId);
    if (now && !now.conversationStarted && lineCount > 0)
      deps.sessions.write(now, { conversationStarted: true });
  }

  const readInBackground = (): void => {
    readFile().catch((error: unknown) =>
      deps.log.error({ err: error, session: sessionId }, "transcript not read"),
    );
  };

  return {
    touch(): void {
      if (closed) return;
      quick ??= setTimeout(() => {
        quick = undefined;
        readInBackground();
      }, quickMs);
      clearTimeout(late);
      late = setTimeout(readInBackground, lateMs);
    },
    async finish(): Promise<void> {
      closed = true;
      clearTimeout(quick);
      clearTimeout(late);
      await readFile();
    },
  };
}
