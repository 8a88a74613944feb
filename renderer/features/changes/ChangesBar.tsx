import { ChevronsDownUp, ChevronsUpDown, RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import type { ChangedFile } from "../../../server/domains/review/changes/model.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { Counts } from "./Counts.tsx";
import type { DiffLook } from "./DiffTable.tsx";
import { text } from "./text.ts";
import { totalsOf } from "./view-model.ts";

const looks = [
  { value: "unified", label: text.changesBar.unified },
  { value: "split", label: text.changesBar.split },
] as const;

interface Props {
  files: readonly ChangedFile[];
  /** How many of them were viewed. */
  viewed: number;
  typed: string;
  onType(text: string): void;
  /** Null if there is no room for two columns. */
  look: DiffLook | null;
  onLook(look: DiffLook): void;
  ignoresWhitespace: boolean;
  reloading: boolean;
  onReload(): void;
  anyOpen: boolean;
  /** Undefined if there are too many files. */
  onOpenAll: (() => void) | undefined;
  onFoldAll(): void;
  /** The menu of diff settings. */
  menu: ReactNode;
  /** The button that sends the comments. */
  children: ReactNode;
}

function Folding({ anyOpen, onOpenAll, onFoldAll }: Pick<Props, "anyOpen" | "onOpenAll" | "onFoldAll">) {
  if (anyOpen) {
    return (
      <IconButton label={text.changesBar.collapseAll} onClick={onFoldAll}>
        <ChevronsDownUp aria-hidden className="size-4" />
      </IconButton>
    );
  }
  if (!onOpenAll) return null;
  return (
    <IconButton label={text.changesBar.expandAll} onClick={onOpenAll}>
      <ChevronsUpDown aria-hidden className="size-4" />
    </IconButton>
  );
}

/** Shows the totals and how to display the changes. */
export function ChangesBar(props: Props) {
  const { files, viewed, typed, onType, look, onLook, reloading, onReload, menu, children } = props;
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-3 py-1.5 md:px-4">
      <p className="flex items-center gap-2 text-xs whitespace-nowrap">
        {text.files(files.length)}
        <Counts of={totalsOf(files)} />
        {viewed > 0 && <span className="text-faint">{text.viewedBox.count(viewed, files.length)}</span>}
        {props.ignoresWhitespace && <span className="text-faint">{text.changesBar.noWhitespace}</span>}
      </p>
      <input
        type="search"
        aria-label={text.changesBar.filter}
        placeholder={text.changesBar.filter}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        className="field h-7 max-w-64 min-w-32 flex-1 text-xs"
      />
      <span className="ms-auto flex items-center gap-1">
        {look !== null && (
          <SegmentedControl label={text.changesBar.view} value={look} options={looks} onChange={onLook} />
        )}
        <Folding {...props} />
        {menu}
        <IconButton label={text.changesBar.reload} busy={reloading} onClick={onReload}>
          <RefreshCw aria-hidden className="size-4" />
        </IconButton>
        {children}
      </span>
    </div>
  );
}
