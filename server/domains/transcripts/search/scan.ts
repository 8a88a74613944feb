import { isAscii } from "node:buffer";
import { foldCase } from "../../../db/fold-case.ts";
import type { Place, ScanRequest, ScanResult, SessionAtPlace } from "../../sessions/sessions/index.ts";
import { type Asked, askFor, canBeInJson } from "./rules.ts";
import { runHashes } from "./run-filter.ts";
import type { Candidate, SearchIndex } from "./store.ts";
import type { TranscriptSource } from "./transcripts.ts";

/** Up to this many texts or sessions, the index is queried once per search; beyond, once per chunk. */
const few = 4_096;
const newest: Place = { createdAt: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
const beyondOldest: Place = { createdAt: Number.MIN_SAFE_INTEGER, id: Number.MIN_SAFE_INTEGER };

export interface Pace {
  isCanceled(): boolean;
  /** Lets other tasks run if it is their turn; undefined if it is not, as for most sessions. */
  yieldThread(): Promise<void> | undefined;
}

interface Looking {
  source: TranscriptSource;
  index: SearchIndex;
  /** Folded. */
  needles: readonly string[];
  /** Hashes of the runs of letters in each needle, for the filters of the index. */
  hashes: readonly (readonly number[])[];
  /** All needles are ASCII. */
  asciiOnly: boolean;
  /** Null if the index cannot help. */
  asked: Asked | null;
}

/** Which texts of some sessions are still to be read. */
interface Outlook {
  /** Texts that may match, from the index. */
  bySession: ReadonlyMap<number, readonly Candidate[]>;
  /** Sessions that the index does not cover completely. */
  behind: ReadonlySet<number>;
}

/**
 * Walks the candidates and finds those described by a needle, or with one in their transcript. The index only
 * spares it texts: what it names is read, and so is all that it does not cover yet. Where that is little, the walk
 * goes straight from one such session to the next.
 */
export async function scanContents(
  from: Pick<Looking, "source" | "index">,
  request: ScanRequest,
  pace: Pace,
): Promise<ScanResult> {
  const { source } = from;
  const { candidates, limit } = request;
  const started = performance.now();
  const isLate = (): boolean => performance.now() - started >= request.budgetMs;
  const start = request.after ?? newest;
  const walked = await walk(
    lookFor(request.needles, from),
    { ...request, after: start },
    { ...pace, isLate },
  );
  const isComplete =
    walked.to === beyondOldest ||
    source.sessionsAfter(candidates, { after: walked.to, limit: 1, named: null, described: null }).length ===
      0;
  const count = source.countSessions(candidates);
  return {
    found: walked.found,
    scanned: isComplete && start === newest ? count : source.countPassed(candidates, start, walked.to),
    candidates: count,
    timedOut: !isComplete && walked.found.length < limit && isLate(),
    next: isComplete ? null : walked.to,
  };
}

async function walk(
  looking: Looking,
  { candidates, needles, after, limit, chunk }: ScanRequest & { after: Place },
  pace: Pace & { isLate(): boolean },
): Promise<{ found: number[]; to: Place }> {
  const found: number[] = [];
  let to = after;
  const isOver = (): boolean =>
    found.length >= limit || (to !== after && (pace.isLate() || pace.isCanceled()));
  // What is late already is to stop after one session, whichever it is.
  const whole = pace.isLate() ? null : outlookOnAll(looking);
  const named = whole && [...whole.bySession.keys(), ...whole.behind];
  const described =
    whole && looking.source.described.sessionsWith(candidates.descriptions, needles.map(foldCase));
  // Where many hold the phrase, the first of them are enough.
  let taken = whole ? chunk : Math.min(chunk, limit);
  while (to !== beyondOldest && !isOver()) {
    const sessions = looking.source.sessionsAfter(candidates, {
      after: to,
      limit: taken,
      named,
      described,
    });
    const outlook = whole ?? outlookOn(looking, sessions);
    for (const { id, createdAt, described } of sessions) {
      if (isOver()) break;
      if (described === 1 || holdsNeedle(looking, outlook, id)) found.push(id);
      to = { createdAt, id };
      const pause = pace.yieldThread();
      if (pause) await pause;
    }
    if (sessions.length < taken && !isOver()) to = beyondOldest;
    taken = Math.min(chunk, taken * 2);
  }
  return { found, to };
}

function lookFor(typed: readonly string[], from: Pick<Looking, "source" | "index">): Looking {
  const needles = typed.filter(canBeInJson).map(foldCase);
  const asked = needles.length === 0 ? null : askFor(needles, from.index.terms);
  const asciiOnly = needles.every((needle) => isAscii(Buffer.from(needle)));
  return { ...from, needles, hashes: needles.map(runHashes), asciiOnly, asked };
}

/** Null if it would be long. */
function outlookOnAll({ source, index, asked }: Looking): Outlook | null {
  if (asked === null || asked.share * index.textCount() > few) return null;
  const candidates = index.candidates(asked.expression, few + 1);
  if (candidates.length > few) return null;
  const behind = index.behind(source.lineCounts());
  return behind.length > few ? null : { bySession: grouped(candidates), behind: new Set(behind) };
}

function outlookOn(looking: Looking, sessions: readonly SessionAtPlace[]): Outlook {
  const { source, index } = looking;
  const ids = sessions.filter(({ described }) => described === 0).map(({ id }) => id);
  return {
    bySession: grouped(candidatesAmong(looking, ids)),
    behind: new Set(index.behind(source.lineCountsOf(ids))),
  };
}

const grouped = (candidates: readonly Candidate[]): Outlook["bySession"] =>
  Map.groupBy(candidates, ({ sessionId }) => sessionId);

function candidatesAmong({ source, index, asked }: Looking, sessions: readonly number[]): Candidate[] {
  if (asked === null || sessions.length === 0) return [];
  const { expression } = asked;
  const tails = { from: -Math.max(...sessions), to: -Math.min(...sessions) };
  const chunks = source.chunkRange(sessions);
  return [
    ...index.candidatesWithin(expression, tails),
    ...(chunks ? index.candidatesWithin(expression, chunks) : []),
  ];
}

/** Reads what is left to read of one session, and no further than the first needle. */
function holdsNeedle(looking: Looking, outlook: Outlook, sessionId: number): boolean {
  const { source, index, needles, hashes, asciiOnly, asked } = looking;
  const holds = (text: string): boolean => needles.some((needle) => text.includes(needle));
  const holdsAfter = (chunk: number): boolean => {
    for (const text of source.textsAfter(sessionId, chunk, asciiOnly)) if (holds(text)) return true;
    return false;
  };
  if (needles.length === 0) return false;
  if (asked === null) return holdsAfter(0);
  const candidates = outlook.bySession.get(sessionId) ?? [];
  const isBehind = outlook.behind.has(sessionId);
  if ((isBehind || candidates.some(({ id }) => id < 0)) && holdsAfter(index.lastChunk())) return true;
  const mayHold = (chunk: number): boolean => hashes.some((each) => index.mayHold(chunk, each));
  return candidates.some(({ id }) => id > 0 && mayHold(id) && holds(source.chunkText(id, asciiOnly) ?? ""));
}
