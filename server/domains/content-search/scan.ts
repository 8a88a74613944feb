import { foldCase } from "../../db/fold-case.ts";
import type { Place, ScanRequest, ScanResult, SessionAtPlace } from "./request.ts";
import { canStandInJson, matchExpression } from "./rules.ts";
import type { Candidate, SearchIndex } from "./store.ts";
import type { TranscriptSource } from "./transcripts.ts";

/** Up to here the index is asked once for the whole search; beyond, for each chunk of sessions anew. */
const fewCandidates = 4_096;
const newest: Place = { createdAt: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

export interface Pace {
  isCancelled(): boolean;
  /** Lets the thread hear others, when it is their turn; undefined when it is not, as for most sessions. */
  breathe(): Promise<void> | undefined;
}

type BySession = ReadonlyMap<number, readonly Candidate[]>;

interface Looking {
  source: TranscriptSource;
  index: SearchIndex;
  /** Folded. */
  needles: readonly string[];
  /** Null where the index cannot help. */
  expression: string | null;
  /** All there are, or null when they are many. */
  few: BySession | null;
}

/** Which texts of a chunk of sessions are still to be read. */
interface Outlook {
  lineCounts: ReadonlyMap<number, number>;
  lastChunk: number;
  bySession: BySession;
}

/**
 * Walks the candidates and finds those described by a needle, or with one in their transcript. The index only
 * spares it texts: what it names is read, and so is all that it does not cover yet.
 */
export async function scanContents(
  { source, index }: Pick<Looking, "source" | "index">,
  request: ScanRequest,
  pace: Pace,
): Promise<ScanResult> {
  const started = performance.now();
  const looking = lookFor(request.needles, { source, index });
  const found: number[] = [];
  let place = request.after ?? newest;
  let scanned = 0;
  const isLate = (): boolean => performance.now() - started >= request.budgetMs;
  const isOver = (): boolean =>
    found.length >= request.limit || (scanned > 0 && (isLate() || pace.isCancelled()));

  for (;;) {
    const sessions = source.sessionsAfter(request.candidates, place, request.chunk);
    const outlook = lookAhead(looking, sessions);
    for (const session of sessions) {
      if (isOver()) break;
      if (session.described === 1 || holdsNeedle(looking, outlook, session.id)) found.push(session.id);
      place = { createdAt: session.createdAt, id: session.id };
      scanned += 1;
      const pause = pace.breathe();
      if (pause) await pause;
    }
    if (sessions.length < request.chunk || isOver()) break;
  }
  const isComplete = source.sessionsAfter(request.candidates, place, 1).length === 0;
  return {
    found,
    scanned,
    candidates: source.countSessions(request.candidates),
    timedOut: !isComplete && found.length < request.limit && isLate(),
    next: isComplete ? null : place,
  };
}

function lookFor(typed: readonly string[], from: Pick<Looking, "source" | "index">): Looking {
  const needles = typed.filter(canStandInJson).map(foldCase);
  const expression = matchExpression(needles, from.index.rarity);
  if (expression === null || needles.length === 0) return { ...from, needles, expression: null, few: null };
  const candidates = from.index.candidates(expression, fewCandidates + 1);
  return {
    ...from,
    needles,
    expression,
    few: candidates.length > fewCandidates ? null : grouped(candidates),
  };
}

function lookAhead(looking: Looking, sessions: readonly SessionAtPlace[]): Outlook {
  const { source, index } = looking;
  const ids = sessions.filter(({ described }) => described === 0).map(({ id }) => id);
  return {
    lineCounts: source.lineCountsOf(ids),
    lastChunk: index.lastChunk(),
    bySession: looking.few ?? grouped(candidatesAmong(looking, ids)),
  };
}

const grouped = (candidates: readonly Candidate[]): BySession =>
  Map.groupBy(candidates, ({ sessionId }) => sessionId);

function candidatesAmong({ source, index, expression }: Looking, sessions: readonly number[]): Candidate[] {
  if (expression === null || sessions.length === 0) return [];
  const tails = { from: -Math.max(...sessions), to: -Math.min(...sessions) };
  const chunks = source.chunkRange(sessions);
  return [
    ...index.candidatesWithin(expression, tails),
    ...(chunks ? index.candidatesWithin(expression, chunks) : []),
  ];
}

/** Reads what is left to read of one session, and no further than the first needle. */
function holdsNeedle(looking: Looking, outlook: Outlook, sessionId: number): boolean {
  const { source, index, needles, expression } = looking;
  const holds = (text: string): boolean => needles.some((needle) => text.includes(needle));
  const holdsAfter = (chunk: number): boolean => {
    for (const text of source.textsAfter(sessionId, chunk)) if (holds(text)) return true;
    return false;
  };
  if (needles.length === 0) return false;
  if (expression === null) return holdsAfter(0);
  const candidates = outlook.bySession.get(sessionId) ?? [];
  const isFresh = outlook.lineCounts.get(sessionId) !== index.covered.get(sessionId);
  if ((isFresh || candidates.some(({ id }) => id < 0)) && holdsAfter(outlook.lastChunk)) return true;
  return candidates.some(({ id }) => id > 0 && holds(source.chunkText(id) ?? ""));
}
