import { ChevronsDownUp, ChevronsUpDown, RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import type { ChangedFile } from "../../../server/domains/repositories/changes/model.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { Counts } from "./Counts.tsx";
import type { DiffLook } from "./DiffTable.tsx";
import { counted, totalsOf } from "./view-model.ts";

const looks = [
  { value: "unified", label: "Unified" },
  { value: "split", label: "Split" },
] as const;

interface Props {
  files: readonly ChangedFile[];
  typed: string;
  onType(text: string): void;
  /** Null where there is no room for two columns. */
  look: DiffLook | null;
  onLook(look: DiffLook): void;
  /** Changes of white space are left out. */
  spaceLeftOut: boolean;
  reloading: boolean;
  onReload(): void;
  anyOpen: boolean;
  /** Undefined where there are too many. */
  onOpenAll: (() => void) | undefined;
  onFoldAll(): void;
  /** What else is chosen of how changes are shown. */
  menu: ReactNode;
  /** What sends the comments. */
  children: ReactNode;
}

function Folding({ anyOpen, onOpenAll, onFoldAll }: Pick<Props, "anyOpen" | "onOpenAll" | "onFoldAll">) {
  if (anyOpen) {
    return (
      <IconButton label="Collapse all files" onClick={onFoldAll}>
        <ChevronsDownUp aria-hidden className="size-4" />
      </IconButton>
    );
  }
  if (!onOpenAll) return null;
  return (
    <IconButton label="Expand all files" onClick={onOpenAll}>
      <ChevronsUpDown aria-hidden className="size-4" />
    </IconButton>
  );
}

/** Totals, and how the changes are shown. */
export function ChangesBar(props: Props) {
  const { files, typed, onType, look, onLook, reloading, onReload, menu, children } = props;
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-3 py-1.5 md:px-4">
      <p className="flex items-center gap-2 text-xs whitespace-nowrap">
        {counted(files.length, "file", "files")}
        <Counts of={totalsOf(files)} />
        {props.spaceLeftOut && <span className="text-faint">ignoring whitespace</span>}
      </p>
      <input
        type="search"
        aria-label="Filter files"
        placeholder="Filter files"
        value={typed}
        onChange={(event) => onType(event.target.value)}
        className="field h-7 max-w-64 min-w-32 flex-1 text-xs"
      />
      <span className="ms-auto flex items-center gap-1">
        {look !== null && (
          <SegmentedControl label="Diff view" value={look} options={looks} onChange={onLook} />
        )}
        <Folding {...props} />
        {menu}
        <IconButton label="Reload changes" busy={reloading} onClick={onReload}>
          <RefreshCw aria-hidden className="size-4" />
        </IconButton>
        {children}
      </span>
    </div>
  );
}
