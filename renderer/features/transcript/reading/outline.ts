import type { TimelinePrompt } from "../../../../server/domains/transcripts/transcripts/model.ts";
import type { Turn } from "../../../../server/domains/turns/turns/model.ts";
import { turnStatus } from "../../turn-history/turns.ts";
import { type TurnFormat, turnAt, turnSpan } from "./turn-captions.ts";

/** A turn with its prompts, or prompts without a known turn. */
interface OutlinePart {
  key: string;
  turn: Turn | null;
  prompts: readonly TimelinePrompt[];
}

interface Prompts {
  /** Oldest first. */
  prompts: readonly TimelinePrompt[];
  /** Earlier prompts are left out, and the turns before the listed ones as well. */
  truncated: boolean;
}

/** The turns and prompts of a session, oldest first; `turns` come newest first. A turn without prompts is a part of its own. */
export function outlineParts({ prompts, truncated }: Prompts, turns: readonly Turn[]): OutlinePart[] {
  const prompted = promptParts(prompts, turns);
  const seen = new Set(prompted.map(({ turn }) => turn?.id));
  const promptless = turns.filter(({ id }) => !seen.has(id)).toReversed();
  const parts: OutlinePart[] = [];
  for (const part of prompted) {
    const before = promptless.filter((turn) => Date.parse(turn.created_at) < beginning(part));
    promptless.splice(0, before.length);
    if (parts.length > 0 || !truncated) parts.push(...before.map(partWithoutPrompts));
    parts.push(part);
  }
  return [...parts, ...promptless.map(partWithoutPrompts)];
}

const partWithoutPrompts = (turn: Turn): OutlinePart => ({ key: `turn ${turn.id}`, turn, prompts: [] });

/** In epoch ms; without a time, before everything else. */
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

/** A turn in one line: why it began, when, its cost, and its state unless it ended normally. */
export function turnLine(turn: Turn, format: TurnFormat): string {
  const { label, tone } = turnStatus(turn);
  const facts = [
    format.reason(turn),
    turnSpan(turn, format),
    format.cost(turn),
    tone === "quiet" && turn.state === "ended" ? null : label,
  ];
  return facts.filter(Boolean).join(" · ");
}
