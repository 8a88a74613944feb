import { Button } from "./Button.tsx";
import { EmptyState } from "./EmptyState.tsx";

interface Props {
  /** What the page calls a list that has nothing, and one in which nothing matches its filters. */
  words: Readonly<Record<"empty" | "emptyHint" | "noMatch" | "noMatchHint" | "clear", string>>;
  isFiltered: boolean;
  onClear(): void;
}

/** In place of a list that has nothing to show; if that is because of its filters, with the way to clear them. */
export function EmptyList({ words, isFiltered, onClear }: Props) {
  if (!isFiltered) return <EmptyState title={words.empty} text={words.emptyHint} />;
  return (
    <EmptyState title={words.noMatch} text={words.noMatchHint}>
      <Button onClick={onClear}>{words.clear}</Button>
    </EmptyState>
  );
}
