import type { Turn } from "../../../../server/domains/sessions/turns/model.ts";
import type { TimelineEntry } from "../../../../server/domains/transcripts/transcripts/model.ts";
import { formatStoredDuration } from "../../../lib/durations.ts";
import { formatCount } from "../../costs/format-cost.ts";

/** Instants of turns are kept to the second, those of lines to the millisecond. */
const slackMs = 2_000;

interface Strip {
  key: string;
  timestamp: string | null;
  model: string | null;
  tokens: number | null;
}

/** Each prompt that is loaded, with what its answers tell until the next one. */
function prompts(entries: readonly TimelineEntry[]): Strip[] {
  const found: Strip[] = [];
  for (const { id, timestamp, event, tokens } of entries) {
    if (event.type === "user") found.push({ key: id, timestamp, model: null, tokens: null });
    const last = found.at(-1);
    if (!last) continue;
    if (event.type === "assistant" && event.model !== null) last.model = event.model;
    if (tokens !== undefined && tokens !== null) last.tokens = tokens;
  }
  return found;
}

/** The turn in which a line was written; `turns` come newest first. */
export function turnAt(turns: readonly Turn[], instant: number): Turn | undefined {
  const turn = turns.find(({ created_at }) => Date.parse(created_at) <= instant + slackMs);
  const ended = turn?.ended_at ? Date.parse(turn.ended_at) : Number.POSITIVE_INFINITY;
  return instant <= ended + slackMs ? turn : undefined;
}

export interface TurnWords {
  /** Why a turn began. */
  reason(turn: Turn): string;
  /** A time of the day. */
  time(instant: string): string;
  /** What it came to; null while that is not known. */
  cost(turn: Turn): string | null;
}

/**
 * What stands above each prompt, by its entry's key: why the turn began, from when to when, with which model, and what
 * the conversation came to. A prompt that reached a turn under way begins none and has none.
 */
export function turnStrips(
  entries: readonly TimelineEntry[],
  turns: readonly Turn[],
  words: TurnWords,
): ReadonlyMap<string, string> {
  const strips = new Map<string, string>();
  const seen = new Set<number>();
  for (const { key, timestamp, model, tokens } of prompts(entries)) {
    if (timestamp === null) continue;
    const turn = turnAt(turns, Date.parse(timestamp));
    if (!turn || seen.has(turn.id)) continue;
    seen.add(turn.id);
    const facts = [
      words.reason(turn),
      spanWords(turn, words),
      model,
      tokens && `${formatCount(tokens)} tokens`,
      words.cost(turn),
    ];
    strips.set(key, facts.filter(Boolean).join(" · "));
  }
  return strips;
}

/** From when to when it ran; null before that. */
export function spanWords({ started_at, ended_at }: Turn, { time }: TurnWords): string | null {
  if (started_at === null) return null;
  if (ended_at === null) return `since ${time(started_at)}`;
  const took = formatStoredDuration(Date.parse(ended_at) - Date.parse(started_at));
  const [from, to] = [time(started_at), time(ended_at)];
  return `${from === to ? from : `${from} to ${to}`}, ${took}`;
}
