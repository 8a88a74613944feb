import { ChevronRight, MessageSquare } from "lucide-react";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { Counts } from "./Counts.tsx";
import { type TreeNode, type TreeRow, treeMove, treeRows } from "./file-tree.ts";
import { text } from "./text.ts";

interface Props {
  nodes: readonly TreeNode[];
  folded: ReadonlySet<string>;
  onFold(path: string): void;
  /** `byKey` also moves the focus to the file. */
  onChoose(path: string, byKey: boolean): void;
  /** The number of unsent comments, by the path of their file. */
  comments: ReadonlyMap<string, number>;
}

const indentRem = 0.75;

function CommentCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="flex shrink-0 items-center gap-0.5 text-2xs text-accent">
      <MessageSquare aria-hidden className="size-3" />
      <span className="sr-only">{text.comments(count)}</span>
      <span aria-hidden>{count}</span>
    </span>
  );
}

function NodeName({ node, isFolded }: { node: TreeNode; isFolded: boolean }) {
  if (node.kind === "folder") {
    return (
      <>
        <ChevronRight
          aria-hidden
          className={`size-3.5 shrink-0 text-faint transition-transform ${isFolded ? "rtl:rotate-180" : "rotate-90"}`}
        />
        <span className="min-w-0 flex-1 truncate text-soft">{node.name}</span>
        <span className="sr-only">, {text.files(node.count)}</span>
      </>
    );
  }
  const gone = node.file.status === "deleted" ? "line-through" : "";
  return <span className={`min-w-0 flex-1 truncate ps-4.5 text-ink ${gone}`}>{node.name}</span>;
}

interface RowProps {
  row: TreeRow;
  index: number;
  isFolded: boolean;
  /** Whether Tab reaches this row. */
  isCurrent: boolean;
  /** Whether this row was chosen last. */
  isChosen: boolean;
  comments: number;
  onPress(): void;
}

function Row({ row, index, isFolded, isCurrent, isChosen, comments, onPress }: RowProps) {
  const { node, level, position, siblings } = row;
  return (
    // The tree handles the keyboard for all of its rows.
    <div
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={node.kind === "folder" ? !isFolded : undefined}
      aria-selected={isChosen}
      tabIndex={isCurrent ? 0 : -1}
      data-row={index}
      title={node.path}
      onClick={onPress}
      style={{ paddingInlineStart: `${(level - 1) * indentRem + 0.375}rem` }}
      className="flex min-h-7 cursor-pointer items-center gap-1 rounded-sm pe-2 font-mono text-2xs select-none hover:bg-hover focus-visible:-outline-offset-2 aria-selected:bg-hover pointer-coarse:min-h-10"
    >
      <NodeName node={node} isFolded={isFolded} />
      <CommentCount count={comments} />
      <Counts of={node.kind === "file" ? node.file : node} />
    </div>
  );
}

/** The changed files in their folders. The arrow keys move, collapse and expand; Enter goes to the file's diff. */
export function FileTree({ nodes, folded, onFold, onChoose, comments }: Props) {
  const tree = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => treeRows(nodes, folded), [nodes, folded]);
  const [current, setCurrent] = useState("");
  const at = Math.max(
    rows.findIndex(({ node }) => node.path === current),
    0,
  );
  const press = ({ node }: TreeRow, byKey: boolean): void => {
    setCurrent(node.path);
    if (node.kind === "folder") onFold(node.path);
    else onChoose(node.path, byKey);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows[at];
    if (row && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      press(row, true);
      return;
    }
    const move = treeMove(rows, at, event.key);
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    if (move.kind !== "focus") return onFold(move.path);
    setCurrent(rows[move.row]?.node.path ?? "");
    tree.current?.querySelector<HTMLElement>(`[data-row="${move.row}"]`)?.focus();
  };
  return (
    <div ref={tree} role="tree" aria-label={text.fileTree.label} tabIndex={-1} onKeyDown={onKeyDown}>
      {rows.map((row, index) => (
        <Row
          key={row.node.path}
          row={row}
          index={index}
          isFolded={folded.has(row.node.path)}
          isCurrent={index === at}
          isChosen={row.node.path === current}
          comments={row.node.kind === "file" ? (comments.get(row.node.path) ?? 0) : 0}
          onPress={() => press(row, false)}
        />
      ))}
    </div>
  );
}
