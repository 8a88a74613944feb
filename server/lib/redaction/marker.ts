type Tier = "known" | "shape";

/** A stretch of text to remove; `rank` decides the name when two stretches overlap, lowest first. */
export interface Span {
  start: number;
  end: number;
  tier: Tier;
  name: string;
  rank: number;
}

const markers = /\[REDACTED:(?:known|shape):[A-Z0-9_/]{1,80}:\d{1,9}\]/g;

/** The replacement of a removed secret. It contains no quote, backslash or control character. */
function marker(span: Span): string {
  return `[REDACTED:${span.tier}:${span.name}:${span.end - span.start}]`;
}

/** A secret's given name in the alphabet of a marker. */
export function markerName(name: string): string {
  const clean = name
    .toUpperCase()
    .replace(/[^A-Z0-9_/]+/g, "_")
    .slice(0, 80);
  return clean === "" ? "SECRET" : clean;
}

/** Replaces each stretch by a marker; markers that are in `text` already are kept. */
export function replaceSpans(text: string, spans: readonly Span[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const span of joinOverlaps(outsideMarkers(text, spans))) {
    pieces.push(text.slice(done, span.start), marker(span));
    done = span.end;
  }
  return done === 0 ? text : pieces.join("") + text.slice(done);
}

function outsideMarkers(text: string, spans: readonly Span[]): Span[] {
  const sorted = spans.toSorted((a, b) => a.start - b.start || a.rank - b.rank);
  if (!text.includes("[REDACTED:")) return sorted;
  const taken = [...text.matchAll(markers)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
  }));
  let next = 0;
  return sorted.filter((span) => {
    while ((taken[next]?.end ?? Number.POSITIVE_INFINITY) <= span.start) next++;
    return span.end <= (taken[next]?.start ?? Number.POSITIVE_INFINITY);
  });
}

/** The union of what overlaps, so that no end of one secret survives another's match. */
function joinOverlaps(sorted: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of sorted) {
    const last = joined.at(-1);
    if (!last || span.start >= last.end) {
      joined.push({ ...span });
      continue;
    }
    last.end = Math.max(last.end, span.end);
    if (span.rank < last.rank) Object.assign(last, { tier: span.tier, name: span.name, rank: span.rank });
  }
  return joined;
}
