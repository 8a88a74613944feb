import { basename } from "node:path";
import { setImmediate as nextTick } from "node:timers/promises";
import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { AgentRuntime, SubagentFile, TranscriptReader, Workspace } from "../../../runtimes/runtime.ts";
import { isConversation, parseLine, readSource, timestampOf } from "../../transcripts/transcripts/index.ts";
import { linesOf, partsAfter } from "./parts.ts";
import { decideStatus, type Figures, type LineFacts, noFigures, withLines } from "./rules.ts";
import { isRemoved, type SubagentRow, type SubagentStore } from "./store.ts";

/** Between two looks for agents while a turn runs: each lists folders. */
const lookEveryMs = 1_000;

export interface CaptureDeps {
  database: Database;
  store: SubagentStore;
  clock: Clock;
  log: Logger;
  redact(text: string): string;
  /** Redacts one JSON line; nothing is written before it. */
  redactLine(line: string): string;
  /** Lines or figures of a session's agents changed; called inside the transaction. */
  changed(sessionId: number): void;
}

/** A turn whose agent may start others. */
export interface FollowedTurn {
  sessionId: number;
  runtime: Pick<AgentRuntime, "subagentFiles" | "transcript">;
  workspace: Pick<Workspace, "cwd" | "home">;
  /** The CLI's own id of the conversation, once there is one. */
  conversationId(): string | null;
}

type TurnState = "running" | "completed" | "cut_short";

/** Takes over what a CLI writes of the agents its agent started, while the turn runs and once when it is over. */
export function subagentCapture(deps: CaptureDeps) {
  const capture = fileCapture(deps);

  async function look(turn: FollowedTurn, state: TurnState): Promise<void> {
    const { sessionId, runtime, workspace } = turn;
    const conversationId = turn.conversationId();
    if (conversationId === null) return;
    const files = await runtime.subagentFiles(workspace, conversationId);
    for (const agentId of new Set(files.map((file) => file.agentId))) {
      const copies = files.filter((file) => file.agentId === agentId);
      const known = deps.store.byAgent(sessionId, agentId);
      const file = copies.find(({ path }) => path === known?.sourcePath) ?? copies[0];
      if (file)
        await quietly(sessionId, () => capture({ sessionId, file, reader: runtime.transcript, state }));
    }
  }

  /** What cannot be read costs the record of its agent, never the other agents' or the turn. */
  async function quietly(sessionId: number, read: () => Promise<void>): Promise<void> {
    try {
      await read();
    } catch (error) {
      deps.log.error({ err: error, session: sessionId }, "transcripts of agents not read");
    }
  }

  /** Those whose file went, or could not be read, run no more than the others. */
  function endTheRest(sessionId: number, turn: TurnState): void {
    const running = deps.store.list({ sessionId, status: "running" });
    for (const { id } of running.filter(({ sourcePath }) => sourcePath !== null)) {
      const status = decideStatus({ finished: null, turn, endsInError: false });
      deps.store.update(id, { status, updatedAt: deps.clock.now() });
      deps.changed(sessionId);
    }
  }

  return function follow(turn: FollowedTurn) {
    let timer: NodeJS.Timeout | undefined;
    let looking = Promise.resolve();

    return {
      /** Something happened: a look follows within a second. */
      touch(): void {
        timer ??= setTimeout(() => {
          timer = undefined;
          looking = looking.then(() => quietly(turn.sessionId, () => look(turn, "running")));
        }, lookEveryMs);
      },
      /** The last look, after the process is gone. `completed`: the turn came to its own end. */
      async finish(completed: boolean): Promise<void> {
        clearTimeout(timer);
        await looking;
        const state = completed ? "completed" : "cut_short";
        await quietly(turn.sessionId, () => look(turn, state));
        deps.database.transaction(() => endTheRest(turn.sessionId, state));
      },
    };
  };
}

interface Captured {
  sessionId: number;
  file: SubagentFile;
  reader: TranscriptReader;
  state: TurnState;
}

interface ReadLine {
  line: string;
  facts: LineFacts;
}

/** Brings one agent's record up to what its file holds. */
function fileCapture(deps: CaptureDeps) {
  const { store, clock, database } = deps;

  /** Undefined where a caller keeps the record of this agent himself, or has removed it. */
  function rowOf({ sessionId, file }: Captured): SubagentRow | undefined {
    const known = store.byAgent(sessionId, file.agentId);
    if (known) return known.sourcePath === null || isRemoved(known) ? undefined : known;
    const now = clock.now();
    return store.insert({
      sessionId,
      agentId: file.agentId,
      filename: basename(file.path),
      sourcePath: file.path,
      status: "running",
      createdAt: now,
      updatedAt: now,
    });
  }

  /** Undefined when somebody else changed the record meanwhile; the next look begins from there. */
  async function append(
    row: SubagentRow,
    read: ReadLine[],
    offset: number,
  ): Promise<SubagentRow | undefined> {
    const { id, sessionId } = row;
    const parts = await partsAfter(
      store.lastPart(id),
      read.map(({ line }) => line),
    );
    return database.transaction(() => {
      if (!isAsRead(store, row)) return undefined;
      for (const part of parts) store.putPart(id, part);
      deps.changed(sessionId);
      return store.update(id, { ...figuresAfter(row, read), sourceOffset: offset, updatedAt: clock.now() });
    });
  }

  /** A file that is another or was written anew is read from its start; what was stored is dropped with it. */
  const startOver = (row: SubagentRow, sourcePath: string): SubagentRow | undefined =>
    database.transaction(() => {
      if (!isAsRead(store, row)) return undefined;
      store.dropParts(row.id);
      return store.update(row.id, { ...noFigures, sourcePath, sourceOffset: 0 });
    });

  async function readOn(started: SubagentRow, { file, reader }: Captured): Promise<SubagentRow | undefined> {
    const { path } = file;
    let row = started.sourcePath === path ? started : startOver(started, path);
    for (let more = true; row && more; ) {
      const slice = await readSource({ path, offset: row.sourceOffset });
      if (slice.state === "missing") return row;
      if (slice.state !== "grown") {
        row = startOver(row, path);
        continue;
      }
      ({ more } = slice);
      if (slice.lines.length === 0) return row;
      row = await append(row, readLines(slice.lines, reader, deps.redactLine), slice.position.offset);
      if (more) await nextTick();
    }
    return row;
  }

  function settle(row: SubagentRow, { sessionId, file, reader, state }: Captured): void {
    const isOver = state !== "running" || file.finished === true;
    const endsInError = isOver && lastEventOf(store, row.id, reader) === "error";
    const described = {
      status: decideStatus({ finished: file.finished, turn: state, endsInError }),
      toolUseId: file.toolUseId ?? row.toolUseId,
      subagentType: file.subagentType ?? row.subagentType,
      description: file.description === null ? row.description : deps.redact(file.description),
    };
    const isNews = Object.entries(described).some(([key, value]) => row[key as keyof SubagentRow] !== value);
    if (!isNews || !isAsRead(store, row)) return;
    database.transaction(() => {
      store.update(row.id, { ...described, updatedAt: clock.now() });
      deps.changed(sessionId);
    });
  }

  return async function capture(work: Captured): Promise<void> {
    const found = rowOf(work);
    const row = found && (await readOn(found, work));
    // One that was settled in an earlier turn stays as it ended unless its file has grown.
    if (row && (row.status === "running" || row.sourceOffset !== found.sourceOffset)) settle(row, work);
  };
}

/** Nobody else has changed meanwhile how far the file was read. */
function isAsRead(store: SubagentStore, { id, sourcePath, sourceOffset }: SubagentRow): boolean {
  const current = store.byId(id);
  return current?.sourcePath === sourcePath && current.sourceOffset === sourceOffset;
}

function figuresAfter(row: SubagentRow, read: readonly ReadLine[]): Partial<SubagentRow> & Figures {
  const isFirst = row.sourceOffset === 0;
  const facts = read.map((line) => line.facts);
  const startedAt = (isFirst ? facts.find(({ at }) => at !== null)?.at : null) ?? row.createdAt;
  const before = { ...row, toolUseCount: row.toolUseCount ?? 0 };
  return { ...withLines(before, facts, startedAt), ...(isFirst && { createdAt: startedAt }) };
}

/** The conversation's own lines; the CLI's bookkeeping and what is no JSON are left out. */
function readLines(
  lines: readonly string[],
  reader: TranscriptReader,
  redactLine: (line: string) => string,
): ReadLine[] {
  return lines.flatMap((raw) => {
    const value = parseLine(raw);
    if (value === undefined || !reader.keeps(value)) return [];
    const events = reader.events(value);
    const timestamp = timestampOf(value);
    const facts = {
      isMessage: isConversation(events),
      toolCalls: events.filter(({ type }) => type === "tool_call").length,
      at: timestamp === null ? null : Date.parse(timestamp) || null,
      tokens: reader.tokens?.(value) ?? null,
    };
    return [{ line: redactLine(raw), facts }];
  });
}

/** The kind of the last thing that was recorded. */
function lastEventOf(store: SubagentStore, id: number, reader: TranscriptReader): string | undefined {
  const part = store.lastPart(id);
  const events = part ? linesOf([part]).flatMap((line) => reader.events(parseLine(line))) : [];
  return events.findLast(({ type }) => type !== "system")?.type;
}
