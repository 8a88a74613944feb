import type { TimelineEntry } from "../../../server/domains/transcripts/transcripts/model.ts";

type Event = TimelineEntry["event"];
type Call = Extract<Event, { type: "tool_call" }>;
type EntryWith<E extends Event> = TimelineEntry & { event: E };

/** When an entry began: a call in a script is written down when it has ended. */
export const beganAt = ({ timestamp, event }: TimelineEntry): string | null =>
  (event.type === "tool_call" ? event.inScript?.startedAt : undefined) ?? timestamp;

/** A script with the calls that it made, in order. */
interface Script {
  entry: EntryWith<Call>;
  calls: { call: EntryWith<Call>; result: TimelineEntry | undefined }[];
}

const isScript = (entry: TimelineEntry): entry is EntryWith<Call> =>
  entry.event.type === "tool_call" && entry.event.script !== undefined;
const isInScript = (entry: TimelineEntry): entry is EntryWith<Call> =>
  entry.event.type === "tool_call" && entry.event.inScript !== undefined;

/**
 * One entry per command: a call that a script made takes the place of the script, with its own result, and stands where
 * the script was called. A script stays if it made no calls, failed by itself, or returned pictures.
 */
export function joinScripts(entries: readonly TimelineEntry[]): readonly TimelineEntry[] {
  if (!entries.some(isScript)) return entries;
  const results = resultsById(entries);
  const scripts = scriptsOf(entries, results);
  const moved = new Set<TimelineEntry>();
  const replaced = new Map<TimelineEntry, TimelineEntry[]>();
  for (const script of scripts) {
    const { callId } = script.entry.event;
    const own = results.get(callId);
    if (script.calls.length === 0 || hasFailedItself(own) || hasPictures(own)) continue;
    replaced.set(script.entry, shownCalls(script));
    if (own) moved.add(own);
    for (const { call, result } of script.calls) {
      moved.add(call);
      if (result) moved.add(result);
    }
  }
  return entries.flatMap((entry) => (moved.has(entry) ? [] : (replaced.get(entry) ?? [entry])));
}

/** A command that failed has an exit code, and its script went on. */
const hasFailedItself = (own: TimelineEntry | undefined): boolean =>
  own?.event.type === "tool_result" && own.event.isError && own.event.exitCode === undefined;

/** A picture belongs to the script, not to one of its calls. */
const hasPictures = (own: TimelineEntry | undefined): boolean =>
  own?.event.type === "tool_result" && (own.event.images ?? 0) > 0;

/** A script that makes one call is named after it already, and keeps its place, so that nothing moves when the call ends. */
function shownCalls({ entry, calls }: Script): TimelineEntry[] {
  const [first, ...more] = calls;
  const rest = more.flatMap(({ call, result }) => (result ? [call, result] : [call]));
  if (!first) return rest;
  if (entry.event.script === "script") return [first.call, ...(first.result ? [first.result] : []), ...rest];
  return [entry, ...(first.result ? [resultOf(entry.event, first.result)] : []), ...rest];
}

/** Kept per result, so that a block is drawn again only if it changed. */
const givenResults = new WeakMap<TimelineEntry, TimelineEntry>();

function resultOf({ callId }: Call, result: TimelineEntry): TimelineEntry {
  const kept = givenResults.get(result);
  if (kept?.event.type === "tool_result" && kept.event.callId === callId) return kept;
  const given = result.event.type === "tool_result" ? { ...result.event, callId } : result.event;
  const made = { ...result, event: given };
  givenResults.set(result, made);
  return made;
}

function scriptsOf(entries: readonly TimelineEntry[], results: ReadonlyMap<string, TimelineEntry>): Script[] {
  const scripts: Script[] = [];
  for (const entry of entries) {
    if (isScript(entry)) scripts.push({ entry, calls: [] });
    else if (isInScript(entry)) {
      const began = beganAt(entry);
      // Nearly always the last one, unless that had ended while an earlier one went on.
      const begun = scripts.filter(
        ({ entry: { timestamp } }) => began === null || isBefore(timestamp, began),
      );
      const isOpen = ({ entry: { event } }: Script): boolean => {
        const ended = results.get(event.callId)?.timestamp ?? null;
        return began === null || ended === null || isBefore(began, ended);
      };
      const owner = begun.findLast(isOpen) ?? begun.at(-1);
      owner?.calls.push({ call: entry, result: results.get(entry.event.callId) });
    }
  }
  return scripts;
}

const isBefore = (one: string | null, other: string): boolean =>
  one === null || Date.parse(one) <= Date.parse(other);

function resultsById(entries: readonly TimelineEntry[]): ReadonlyMap<string, TimelineEntry> {
  return new Map(
    entries.flatMap((entry) => (entry.event.type === "tool_result" ? [[entry.event.callId, entry]] : [])),
  );
}
