import type { Turn } from "../../../../server/domains/sessions/turns/model.ts";
import type { TimelinePrompt } from "../../../../server/domains/transcripts/transcripts/model.ts";
import { turnStatus } from "../../turn-history/turns.ts";
import { spanWords, type TurnWords, turnAt } from "./turn-strips.ts";

/** A turn with the prompts that were written in it, or prompts of which no turn is known. */
interface OutlinePart {
  key: string;
  turn: Turn | null;
  prompts: readonly TimelinePrompt[];
}

interface Told {
  /** Oldest first. */
  prompts: readonly TimelinePrompt[];
  /** Earlier prompts are left out, and so are the turns before those that are there. */
  truncated: boolean;
}

/** What a session went through, oldest first; `turns` come newest first. A turn nobody wrote in stands by itself. */
export function outlineParts({ prompts, truncated }: Told, turns: readonly Turn[]): OutlinePart[] {
  const told = promptParts(prompts, turns);
  const seen = new Set(told.map(({ turn }) => turn?.id));
  const alone = turns.filter(({ id }) => !seen.has(id)).toReversed();
  const parts: OutlinePart[] = [];
  for (const part of told) {
    const before = alone.filter((turn) => Date.parse(turn.created_at) < beginning(part));
    alone.splice(0, before.length);
    if (parts.length > 0 || !truncated) parts.push(...before.map(aloneIn));
    parts.push(part);
  }
  return [...parts, ...alone.map(aloneIn)];
}

const aloneIn = (turn: Turn): OutlinePart => ({ key: `turn ${turn.id}`, turn, prompts: [] });

/** In epoch ms; where nothing says when, nothing is known to come before. */
const beginning = ({ turn, prompts: [first] }: OutlinePart): number =>
  Date.parse(turn?.created_at ?? first?.timestamp ?? "") || Number.NEGATIVE_INFINITY;

function promptParts(prompts: readonly TimelinePrompt[], turns: readonly Turn[]): OutlinePart[] {
  const parts: (OutlinePart & { prompts: TimelinePrompt[] })[] = [];
  for (const prompt of prompts) {
    const turn = prompt.timestamp === null ? null : (turnAt(turns, Date.parse(prompt.timestamp)) ?? null);
    const last = parts.at(-1);
    if (last && last.turn?.id === turn?.id) last.prompts.push(prompt);
    else parts.push({ key: `line ${prompt.index}`, turn, prompts: [prompt] });
  }
  return parts;
}

/** A turn in one line: why it began, when, what it came to, and how it stands unless it simply ended. */
export function turnLine(turn: Turn, words: TurnWords): string {
  const { label, tone } = turnStatus(turn);
  const facts = [
    words.reason(turn),
    spanWords(turn, words),
    words.cost(turn),
    tone === "quiet" && turn.state === "ended" ? null : label,
  ];
  return facts.filter(Boolean).join(" · ");
}
