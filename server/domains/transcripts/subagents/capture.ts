import { basename } from "node:path";
import { setImmediate as nextTick } from "node:timers/promises";
import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { AgentRuntime, SubagentFile, TranscriptReader, Workspace } from "../../../runtimes/runtime.ts";
import {
  type LargeLines,
  parseLine,
  readSource,
  smallLines,
  type TakenLine,
  takeLines,
} from "../transcripts/index.ts";
import { partsAfter } from "./parts.ts";
import { decideStatus, type Figures, type LineFacts, noFigures, withLines } from "./rules.ts";
import { isRemoved, type SubagentRow, type SubagentStore } from "./store.ts";

/** How often a running turn's subagents are polled; each poll lists folders. */
const pollIntervalMs = 1_000;

export interface CaptureDeps {
  database: Database;
  store: SubagentStore;
  clock: Clock;
  log: Logger;
  redact(text: string): string;
  /** Redacts one JSON line; lines are stored redacted only. */
  redactLine(line: string): string | Promise<string>;
  largeLines?: LargeLines | undefined;
  /** Lines or figures of a session's subagents changed; called inside the transaction. */
  changed(sessionId: number): void;
}

/** A turn whose agent may start subagents. */
export interface FollowedTurn {
  sessionId: number;
  runtime: Pick<AgentRuntime, "subagentFiles" | "transcript">;
  workspace: Pick<Workspace, "cwd" | "home">;
  /** The CLI's id of the conversation; null until it is known. */
  conversationId(): string | null;
}

type TurnState = "running" | "completed" | "cut_short";

/** Copies the transcripts of subagents from the CLI's files, during a turn and once after it. */
export function subagentCapture(deps: CaptureDeps) {
  const capture = fileCapture(deps);

  async function poll(turn: FollowedTurn, state: TurnState): Promise<void> {
    const { sessionId, runtime, workspace } = turn;
    const { home } = workspace;
    const conversationId = turn.conversationId();
    if (conversationId === null) return;
    const files = await runtime.subagentFiles(workspace, conversationId);
    for (const agentId of new Set(files.map((file) => file.agentId))) {
      const copies = files.filter((file) => file.agentId === agentId);
      const known = deps.store.byAgent(sessionId, agentId);
      const file = copies.find(({ path }) => path === known?.sourcePath) ?? copies[0];
      if (file)
        await logErrors(sessionId, () =>
          capture({ sessionId, home, file, reader: runtime.transcript, state }),
        );
    }
  }

  /** A file that cannot be read affects only its own subagent, not the others or the turn. */
  async function logErrors(sessionId: number, read: () => Promise<void>): Promise<void> {
    try {
      await read();
    } catch (error) {
      deps.log.error({ err: error, session: sessionId }, "subagent transcripts not read");
    }
  }

  /** Ends the subagents whose file is missing or unreadable, because none outlives the turn. */
  function endRemaining(sessionId: number, turn: TurnState): void {
    const running = deps.store.list({ sessionId, status: "running" });
    for (const { id } of running.filter(({ sourcePath }) => sourcePath !== null)) {
      const status = decideStatus({ finished: null, turn, endsInError: false });
      deps.store.update(id, { status, updatedAt: deps.clock.now() });
      deps.changed(sessionId);
    }
  }

  return function follow(turn: FollowedTurn) {
    let timer: NodeJS.Timeout | undefined;
    let polling = Promise.resolve();

    return {
      /** Polls within a second. */
      touch(): void {
        timer ??= setTimeout(() => {
          timer = undefined;
          polling = polling.then(() => logErrors(turn.sessionId, () => poll(turn, "running")));
        }, pollIntervalMs);
      },
      /** Polls a last time after the process ended. `completed` if nothing stopped the turn. */
      async finish(completed: boolean): Promise<void> {
        clearTimeout(timer);
        await polling;
        const state = completed ? "completed" : "cut_short";
        await logErrors(turn.sessionId, () => poll(turn, state));
        deps.database.transaction(() => endRemaining(turn.sessionId, state));
      },
    };
  };
}

interface CaptureInput {
  sessionId: number;
  home: string;
  file: SubagentFile;
  reader: TranscriptReader;
  state: TurnState;
}

interface ReadLine {
  line: string;
  facts: LineFacts;
}

const factsOf = ({ line, ...facts }: TakenLine): ReadLine => ({ line, facts });

/** Returns undefined if an API caller maintains this record, or has removed it. */
function rowOf({ store, clock }: CaptureDeps, { sessionId, file }: CaptureInput): SubagentRow | undefined {
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

/** Updates one subagent's record from its file. */
function fileCapture(deps: CaptureDeps) {
  const { store, clock, database } = deps;

  /** Returns undefined if the record changed since it was read; the next poll continues from there. */
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
      if (!isUnchanged(store, row)) return undefined;
      for (const part of parts) store.putPart(id, part);
      deps.changed(sessionId);
      return store.update(id, { ...figuresAfter(row, read), sourceOffset: offset, updatedAt: clock.now() });
    });
  }

  /** Drops the stored lines to read a different or rewritten file from its start. */
  const startOver = (row: SubagentRow, sourcePath: string): SubagentRow | undefined =>
    database.transaction(() => {
      if (!isUnchanged(store, row)) return undefined;
      store.dropParts(row.id);
      return store.update(row.id, { ...noFigures, sourcePath, sourceOffset: 0 });
    });

  async function readNewLines(
    started: SubagentRow,
    { home, file, reader }: CaptureInput,
  ): Promise<SubagentRow | undefined> {
    const { path } = file;
    let row = started.sourcePath === path ? started : startOver(started, path);
    for (let more = true; row && more; ) {
      const slice = await readSource(home, { path, offset: row.sourceOffset });
      if (slice.state === "missing") return row;
      if (slice.state !== "grown") {
        row = startOver(row, path);
        continue;
      }
      ({ more } = slice);
      if (slice.lines.length === 0) return row;
      const read = (await takeLines(slice.lines, { ...deps, reader })).map(factsOf);
      row = await append(row, read, slice.position.offset);
      if (more) await nextTick();
    }
    return row;
  }

  async function settle(row: SubagentRow, { sessionId, file, reader, state }: CaptureInput): Promise<void> {
    const isOver = state !== "running" || file.finished === true;
    const endsInError = isOver && (await lastEventOf(store, row.id, reader)) === "error";
    const details = {
      status: decideStatus({ finished: file.finished, turn: state, endsInError }),
      toolUseId: file.toolUseId ?? row.toolUseId,
      subagentType: file.subagentType ?? row.subagentType,
      description: file.description === null ? row.description : deps.redact(file.description),
    };
    const isChanged = Object.entries(details).some(([key, value]) => row[key as keyof SubagentRow] !== value);
    if (!isChanged || !isUnchanged(store, row)) return;
    database.transaction(() => {
      store.update(row.id, { ...details, updatedAt: clock.now() });
      deps.changed(sessionId);
    });
  }

  return async function capture(work: CaptureInput): Promise<void> {
    const found = rowOf(deps, work);
    const row = found && (await readNewLines(found, work));
    // A subagent that ended in an earlier turn keeps its status unless its file has grown.
    if (row && (row.status === "running" || row.sourceOffset !== found.sourceOffset)) await settle(row, work);
  };
}

/** Whether the stored position in the file is still the one in `row`. */
function isUnchanged(store: SubagentStore, { id, sourcePath, sourceOffset }: SubagentRow): boolean {
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

/** The type of the last recorded event. */
async function lastEventOf(
  store: SubagentStore,
  id: number,
  reader: TranscriptReader,
): Promise<string | undefined> {
  const part = store.lastPart(id);
  const lines = part ? await smallLines(part) : [];
  const events = lines.flatMap((line) => reader.events(parseLine(line)));
  return events.findLast(({ type }) => type !== "system")?.type;
}
