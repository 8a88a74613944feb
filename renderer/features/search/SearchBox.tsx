import type { RefObject } from "react";
import { Switch } from "../../ui/Switch.tsx";
import { SearchField } from "./SearchField.tsx";
import { text } from "./text.ts";

interface Props {
  input: RefObject<HTMLInputElement | null>;
  q: string;
  contents: boolean;
  onSearch(q: string): void;
  onContents(contents: boolean): unknown;
}

const contentsLabel = (
  <span>
    <span className="xl:hidden">{text.searchBox.contents}</span>
    <span className="max-xl:hidden">{text.searchBox.searchContents}</span>
  </span>
);

export function SearchBox({ input, q, contents, onSearch, onContents }: Props) {
  const label = contents ? text.searchBox.everywhere : text.searchBox.titles;
  return (
    <search className="flex min-w-0 flex-1 items-center gap-3 max-lg:contents">
      <SearchField input={input} q={q} label={label} hotkey="board.search" onSearch={onSearch} />
      <Switch label={contentsLabel} checked={contents} onCheckedChange={onContents} />
    </search>
  );
}
