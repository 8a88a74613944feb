import type { EntryKind } from "../kinds.ts";
import { FindBox } from "./FindBox.tsx";
import { useFind } from "./use-find.ts";
import { useHighlights } from "./use-highlights.ts";

interface Props {
  sessionId: number;
  kinds: readonly EntryKind[];
  lineCount: number;
  /** What the transcript stands in. */
  place: HTMLElement | null;
  onFound(line: number): void;
}

/** The find box and what it does to the transcript under it. */
export function FindLayer({ place, ...searched }: Props) {
  const find = useFind(searched);
  useHighlights(place, find.text);
  return <FindBox find={find} />;
}
