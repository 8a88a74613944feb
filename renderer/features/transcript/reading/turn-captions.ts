import type { TimelineEntry } from "../../../../server/domains/transcripts/transcripts/model.ts";
import type { Turn } from "../../../../server/domains/turns/turns/model.ts";
import { formatStoredDuration } from "../../../lib/durations.ts";
import { formatCount } from "../../costs/format-cost.ts";
import { modelName } from "../../sessions/model-name.ts";
import { text } from "./text.ts";

/** Turns have times in seconds, lines in milliseconds. */
const slackMs = 2_000;

interface PromptFacts {
  key: string;
  timestamp: string | null;
  model: string | null;
  tokens: number | null;
}

/** Each loaded prompt, with the facts of its responses up to the next prompt. */
function prompts(entries: readonly TimelineEntry[]): PromptFacts[] {
  const found: PromptFacts[] = [];
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

export interface TurnFormat {
  /** Why a turn began. */
  reason(turn: Turn): string;
  /** Formats a time of day. */
  time(instant: string): string;
  /** The cost; null while unknown. */
  cost(turn: Turn): string | null;
}

/**
 * The line above each prompt, by entry key: why the turn began, from when to when, the model, tokens and cost. A prompt
 * that was delivered to a current turn has none.
 */
export function turnCaptions(
  entries: readonly TimelineEntry[],
  turns: readonly Turn[],
  format: TurnFormat,
): ReadonlyMap<string, string> {
  const captions = new Map<string, string>();
  const seen = new Set<number>();
  for (const { key, timestamp, model, tokens } of prompts(entries)) {
    if (timestamp === null) continue;
    const turn = turnAt(turns, Date.parse(timestamp));
    if (!turn || seen.has(turn.id)) continue;
    seen.add(turn.id);
    const facts = [
      format.reason(turn),
      turnSpan(turn, format),
      model === null ? null : modelName(model),
      tokens && text.tokens(formatCount(tokens)),
      format.cost(turn),
    ];
    captions.set(key, facts.filter(Boolean).join(" · "));
  }
  return captions;
}

/** From when to when it ran; null before it started. */
export function turnSpan({ started_at, ended_at }: Turn, { time }: TurnFormat): string | null {
  if (started_at === null) return null;
  if (ended_at === null) return text.since(time(started_at));
  const took = formatStoredDuration(Date.parse(ended_at) - Date.parse(started_at));
  const [from, to] = [time(started_at), time(ended_at)];
  return `${from === to ? from : text.span(from, to)}, ${took}`;
}
