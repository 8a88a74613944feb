import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { decideMove, type Move, matchesOf, type Step } from "./find.ts";
import type { OlderState } from "./use-transcript.ts";
import type { TimelineItem } from "./view-model.ts";

interface Searched {
  items: readonly TimelineItem[];
  hasOlder: boolean;
  older: OlderState;
  loadOlder(): void;
  /** Brings an entry into sight. */
  onFound(key: string): void;
}

interface Place {
  /** The match that is looked at. */
  key: string | null;
  /** A match before it is looked for in earlier lines. */
  seeking: boolean;
  /** Counts the moves, as one may lead to where it came from. */
  moves: number;
}

const start: Place = { key: null, seeking: false, moves: 0 };

/** Finds a text among the entries, from the newest back; earlier lines are loaded as it gets to them. */
export function useFind({ items, hasOlder, older, loadOlder, onFound }: Searched) {
  const [query, setQuery] = useState("");
  const [place, setPlace] = useState(start);
  const searched = useDeferredValue(query);
  const matches = useMemo(() => matchesOf(items, searched), [items, searched]);
  const { key, seeking, moves } = place;
  const decide = (step: Step): Move => decideMove({ matches, current: key, step, hasOlder });

  const settle = (next: Move): void =>
    setPlace({ key: next.kind === "to" ? next.key : key, seeking: next.kind === "seek", moves: moves + 1 });
  const move = (step: Step): void => {
    const next = decide(step);
    if (next.kind === "seek") loadOlder();
    settle(next);
  };

  // It looks on with every page that arrives, until there is a match or nothing is left to load.
  const found = seeking ? decide(-1) : null;
  if (found && found.kind !== "seek") settle(found);
  else if (found && older === "failed") settle({ kind: "none" });
  useEffect(() => {
    if (seeking && older === "idle") loadOlder();
  }, [seeking, older, matches, loadOlder]);
  useEffect(() => {
    if (key !== null && moves > 0) onFound(key);
  }, [key, moves, onFound]);

  const ask = (text: string): void => {
    setQuery(text);
    setPlace(start);
  };
  return { query, searched, ask, move, matches, current: key, seeking };
}

export type Find = ReturnType<typeof useFind>;
