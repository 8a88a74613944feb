import type { RefObject } from "react";
import { Switch } from "../../ui/Switch.tsx";
import { SearchField } from "./SearchField.tsx";

interface Props {
  input: RefObject<HTMLInputElement | null>;
  q: string;
  contents: boolean;
  onSearch(q: string): void;
  onContents(contents: boolean): unknown;
}

const contentsLabel = (
  <span>
    <span className="xl:hidden">Contents</span>
    <span className="max-xl:hidden">Search contents</span>
  </span>
);

export function SearchBox({ input, q, contents, onSearch, onContents }: Props) {
  const label = contents ? "Search titles, metadata and transcripts" : "Search titles and metadata";
  return (
    <search className="flex min-w-0 flex-1 items-center gap-3 max-lg:contents">
      <SearchField input={input} q={q} label={label} hotkey="board.search" onSearch={onSearch} />
      <Switch label={contentsLabel} checked={contents} onCheckedChange={onContents} />
    </search>
  );
}
