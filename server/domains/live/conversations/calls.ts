import type { Actor } from "../../../http/caller.ts";
import { type CallSessionDeps, callSessions } from "./call-session.ts";
import { type ClientSecretDeps, clientSecrets } from "./client-secrets.ts";
import { liveRefusal } from "./errors.ts";
import type { CallUsage, ClientSecret, LiveSpending, SpokenTurnAnswer, ToolCallAnswer } from "./model.ts";
import { placeOf } from "./rules.ts";
import { type Place, type SpokenLine, spokenLines } from "./spoken-lines.ts";
import type { ConversationRow } from "./store.ts";

export interface LiveCalls {
  /** E97. */
  mint(id: number, supported: readonly string[] | null): Promise<ClientSecret>;
  /** E98. */
  callTool(id: number, asked: AskedCall, actor: Actor): Promise<ToolCallAnswer>;
  /** E99. */
  sessionUpdate(id: number, supported: readonly string[] | null): { session: Record<string, unknown> };
  /** E100. */
  addTurn(id: number, line: SpokenLine): SpokenTurnAnswer;
  reportUsage(id: number, usage: CallUsage): LiveSpending;
}

interface AskedCall extends Place {
  name: string;
  arguments?: string | null | undefined;
  call_id: string;
  listening_modes?: readonly string[] | null | undefined;
}

export interface LiveCallDeps extends Omit<ClientSecretDeps, "active" | "sessions">, CallSessionDeps {
  find(id: number): ConversationRow;
  recordUsage(conversationId: number, of: { model: string; usage: CallUsage }): void;
  spending(conversationId: number): LiveSpending;
  redact(text: string): string;
}

/** What a page needs while it talks with the provider: secrets, tools, and rows of what was said. */
export function liveCalls(deps: LiveCallDeps): LiveCalls {
  const { store, runs } = deps;

  function active(id: number): ConversationRow {
    const row = deps.find(id);
    if (row.status !== "active") throw liveRefusal(row.status === "preparing" ? "preparing" : "not_active");
    return row;
  }

  const sessions = callSessions(deps);

  return {
    mint: clientSecrets({ ...deps, sessions, active }),
    addTurn: spokenLines({ ...deps, active }),
    sessionUpdate: (id, supported) => ({ session: sessions.update(active(id), supported) }),

    async callTool(id, { name, arguments: sent, call_id: callId, ...asked }, actor) {
      const { callNumber } = active(id);
      const stored = deps.database.transaction(() => {
        const position = placeOf(asked, { callNumber, last: store.lastPosition(id) });
        const turn = { conversationId: id, position, source: "spoken" } as const;
        return runs.store({ name, arguments: sent ?? "", callId, turn }) ?? store.byCall(id, callId);
      });
      if (!stored) throw liveRefusal("not_found");
      const done = await runs.run(stored, actor);
      const changes = sessions.changesFor(deps.find(id), asked.listening_modes);
      return { output: done.toolOutput, error: done.toolError, turn_id: done.id, ...changes };
    },

    reportUsage(id, usage) {
      const row = deps.find(id);
      deps.recordUsage(id, { model: row.callModel ?? String(deps.values()["voice_model"]), usage });
      return deps.spending(id);
    },
  };
}
