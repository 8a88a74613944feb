import { type Anchor, type AnchorTable, anchorTable } from "./anchors.ts";
import { hasLeftEdge } from "./edges.ts";
import { type KnownForm, type KnownSecret, knownAnchors } from "./known.ts";
import { replaceSpans, type Span } from "./marker.ts";
import { armourRule, privateKeyParts } from "./private-keys.ts";
import type { Rule } from "./rule.ts";
import { rules } from "./rules.ts";

interface RankedRule {
  rule: Rule;
  rank: number;
}

type Target = { known: KnownForm } | RankedRule;

/** A removal can expose a shape next to it; only artificial text needs more rounds than this. */
const maxRounds = 32;

const ruleAnchors: Anchor<Target>[] = rules.flatMap((rule, rank) =>
  rule.keywords.map((literal) => ({
    literal,
    value: { rule, rank },
    ...(rule.foldCase && { foldCase: true }),
    ...(rule.next && { next: rule.next }),
  })),
);

/** Removes secrets until none is found, so that a second run over its own result changes nothing. */
export function createScanner(known: readonly KnownSecret[]): (text: string) => string {
  const table = anchorTable<Target>([
    ...knownAnchors(known).map(({ value, ...anchor }) => ({ ...anchor, value: { known: value } })),
    ...ruleAnchors,
  ]);
  return (text) => {
    let current = text;
    for (let round = 0; round < maxRounds; round++) {
      const spans = findSpans(current, table);
      const next = spans.length === 0 ? current : replaceSpans(current, spans);
      if (next === current) return current;
      current = next;
    }
    return current;
  };
}

function findSpans(text: string, table: AnchorTable<Target>): Span[] {
  const spans: Span[] = [];
  const add = (span: Span | null) => {
    if (span) spans.push(span);
  };
  let hasArmour = false;
  table.visit(text, (start, target) => {
    add("known" in target ? knownSpan(text, start, target.known) : ruleSpan(text, start, target));
    hasArmour ||= "rule" in target && target.rule === armourRule;
  });
  const keyParts = hasArmour ? privateKeyParts(text) : [];
  for (const part of keyParts) add({ ...part, tier: "shape", name: armourRule.name, rank: 0 });
  for (let dot = text.indexOf("."); dot !== -1; dot = text.indexOf(".", dot + 1)) add(discordSpan(text, dot));
  return spans;
}

function knownSpan(text: string, start: number, form: KnownForm): Span {
  const end = start + form.length;
  const left = form.spillsLeft && /[\w+/-]/.test(text.charAt(start - 1)) ? 1 : 0;
  const right = form.spillsRight && /[\w+/-]/.test(text.charAt(end)) ? 1 : 0;
  return { start: start - left, end: end + right, tier: "known", name: form.name, rank: -form.length };
}

function ruleSpan(text: string, at: number, { rule, rank }: RankedRule): Span | null {
  if (rule.leftEdge && !hasLeftEdge(text, at)) return null;
  rule.pattern.lastIndex = at;
  const match = rule.pattern.exec(text);
  if (!match) return null;
  const end = at + match[0].length;
  const lead = rule.before?.exec(text.slice(Math.max(0, at - 48), at))?.[0];
  if (rule.before && lead === undefined) return null;
  const removed = match.slice(1).find((group) => group !== undefined) ?? (lead ?? "") + match[0];
  const start = end - removed.length;
  if (rule.accepts && !rule.accepts(removed, text.charAt(start - 1))) return null;
  return { start, end, tier: "shape", name: rule.name, rank };
}

/** A Discord token has no prefix: 24 to 28 characters, six, and at least 27, with dots between. */
function discordSpan(text: string, dot: number): Span | null {
  if (text.charCodeAt(dot + 7) !== 46) return null;
  const tail = /^\.[\w-]{6}\.[\w-]{27,}/.exec(text.slice(dot, dot + 80));
  const head = tail && /[\w-]{0,28}$/.exec(text.slice(Math.max(0, dot - 28), dot))?.[0];
  if (!tail || !head) return null;
  for (let length = head.length; length >= 24; length--) {
    const start = dot - length;
    if (/[MNO]/.test(text.charAt(start)) && hasLeftEdge(text, start)) {
      return { start, end: dot + tail[0].length, tier: "shape", name: "DISCORD_TOKEN", rank: rules.length };
    }
  }
  return null;
}
