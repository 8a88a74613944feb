import { parseLine } from "../transcripts/index.ts";
import type { CaptureDeps } from "./capture.ts";
import { subagentRefusal } from "./errors.ts";
import type { NewSubagent, SubagentPatch, SubagentTranscript } from "./model.ts";
import { linesIn, partsAfter } from "./parts.ts";
import type { Part } from "./queries.ts";
import { isRemoved, type SubagentChanges, type SubagentRow, type SubagentStore } from "./store.ts";
import { subagentView } from "./view.ts";

export interface RecordingDeps extends Omit<CaptureDeps, "store"> {
  /** Returns the id of the session a path names. Throws 404 if there is none. */
  sessionId(reference: string): number;
}

/** Creates, changes and removes records on behalf of API callers. */
export function subagentRecording(
  deps: RecordingDeps,
  store: SubagentStore,
  find: (reference: string, id: number) => SubagentRow,
) {
  const { database, clock, sessionId } = deps;

  function claimAgentId(session: number, agentId: string | undefined, except?: number): void {
    const taken = agentId === undefined ? undefined : store.byAgent(session, agentId);
    if (!taken || taken.id === except) return;
    if (!isRemoved(taken)) throw subagentRefusal("agent_taken", { agentId: taken.agentId });
    store.remove(taken.id);
  }

  /** Replaces all lines with the given text; the runtime's file is then no longer read. */
  function putParts(row: SubagentRow, parts: readonly Part[] | null): void {
    if (parts === null) return;
    store.dropParts(row.id);
    for (const part of parts) store.putPart(row.id, part);
  }

  return {
    async create(reference: string, input: NewSubagent): Promise<SubagentTranscript> {
      sessionId(reference);
      const parts = await readParts(input.transcript, deps);
      return database.transaction(() => {
        const session = sessionId(reference);
        claimAgentId(session, input.agent_id);
        const now = clock.now();
        const row = store.insert({
          ...readChanges(input, deps.redact),
          agentId: input.agent_id,
          sessionId: session,
          createdAt: now,
          updatedAt: now,
        });
        putParts(row, parts);
        deps.changed(session);
        return subagentView(row);
      });
    },

    async update(reference: string, id: number, input: SubagentPatch): Promise<SubagentTranscript> {
      find(reference, id);
      const parts = await readParts(input.transcript, deps);
      return database.transaction(() => {
        const row = find(reference, id);
        claimAgentId(row.sessionId, input.agent_id, row.id);
        putParts(row, parts);
        deps.changed(row.sessionId);
        const changes = {
          ...readChanges(input, deps.redact),
          ...(parts !== null && { sourcePath: null, sourceOffset: 0 }),
        };
        return subagentView(store.update(row.id, { ...changes, updatedAt: clock.now() }) ?? row);
      });
    },

    /** A record read from a file is marked as removed, so that the next turn does not bring it back. */
    remove(reference: string, id: number): void {
      const row = find(reference, id);
      database.transaction(() => {
        if (row.sourcePath === null) store.remove(row.id);
        else store.markRemoved(row.id, clock.now());
        deps.changed(row.sessionId);
      });
    },
  };
}

type Redaction = Pick<RecordingDeps, "redact" | "redactLine">;

/** Returns null if no text was given. JSONL is redacted line by line, other text as a whole. */
async function readParts(
  text: string | null | undefined,
  { redact, redactLine }: Redaction,
): Promise<Part[] | null> {
  if (text === undefined) return null;
  const lines = linesIn(text ?? "");
  const isJsonl = lines.every((line) => parseLine(line) !== undefined);
  return partsAfter(
    undefined,
    isJsonl ? await Promise.all(lines.map(async (line) => redactLine(line))) : linesIn(redact(text ?? "")),
  );
}

/** The columns that a body contains. */
function readChanges(input: SubagentPatch, redact: (text: string) => string): SubagentChanges {
  const words = (value: string | null | undefined) => (typeof value === "string" ? redact(value) : value);
  const changes = {
    agentId: input.agent_id,
    toolUseId: input.tool_use_id,
    filename: words(input.filename),
    subagentType: words(input.subagent_type),
    description: words(input.description),
    status: input.status,
    messageCount: input.message_count === null ? 0 : input.message_count,
    durationMs: input.duration_ms,
    totalTokens: input.total_tokens,
    toolUseCount: input.tool_use_count,
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
