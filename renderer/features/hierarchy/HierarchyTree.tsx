import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, useMemo, useState } from "react";
import {
  hierarchyOperations,
  type SessionHierarchy,
} from "../../../server/domains/sessions/hierarchy/model.ts";
import type { AttentionKind } from "../../../server/domains/sessions/sessions/model.ts";
import { callApi } from "../../lib/client.ts";
import { type Confirmation, ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { StatusIcon } from "../sessions/StatusIcon.tsx";
import { sessionKeys } from "../sessions/session-cache.ts";
import { useAttentions } from "../sessions/use-session-lists.ts";
import { text } from "./text.ts";
import { rowForKey, type TreeRow, treeRows } from "./view-model.ts";

const detach = (id: number, uncleId: number) =>
  callApi(hierarchyOperations.detachUncle, { params: { id: String(id), uncle_id: String(uncleId) } });

const indentRem = 0.9;
const maxIndent = 8;

function Uncles({ row, onDetach }: { row: TreeRow; onDetach(uncleId: number): void }) {
  return row.uncles.map(({ id, title }) => (
    <p key={id} className="ps-5 text-xs text-faint">
      {text.alsoChildOf}{" "}
      <Link to="/sessions/$id" params={{ id: String(id) }} className="text-accent hover:underline">
        {title ?? text.session(id)}
      </Link>{" "}
      <button type="button" className="text-soft underline hover:text-ink" onClick={() => onDetach(id)}>
        {text.detach}
      </button>
    </p>
  ));
}

interface RowProps {
  row: TreeRow;
  index: number;
  /** What the session waits for, if it stopped. */
  attention: AttentionKind | undefined;
  onDetach(uncleId: number): void;
}

function Row({ row, index, attention, onDetach }: RowProps) {
  const { node, level } = row;
  return (
    <li style={{ paddingInlineStart: `${Math.min(level, maxIndent) * indentRem}rem` }}>
      <Link
        to="/sessions/$id"
        params={{ id: String(node.id) }}
        data-row={index}
        aria-current={node.current ? "page" : undefined}
        className={`flex min-h-7 min-w-0 items-center gap-2 rounded-sm px-1 hover:bg-hover pointer-coarse:min-h-10 ${node.current ? "bg-accent-soft font-medium" : ""} ${node.spawn_edge ? "" : "italic"}`}
        title={node.spawn_edge ? node.title : text.notOriginal(node.title)}
      >
        <StatusIcon status={node.status} attention={attention} />
        <span className="truncate">{node.title}</span>
        {node.agent_root !== null && (
          <span className="ms-auto shrink-0 text-xs font-normal text-faint">{node.agent_root}</span>
        )}
        {level > 0 && <span className="sr-only">{text.level(level + 1)}</span>}
      </Link>
      <Uncles row={row} onDetach={onDetach} />
    </li>
  );
}

function useDetach() {
  const client = useQueryClient();
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const ask = ({ node }: TreeRow, uncleId: number): void =>
    setConfirmation({
      title: text.detachTitle,
      description: text.detachDescription(node.title, uncleId),
      actionLabel: text.detach,
      async run() {
        await detach(node.id, uncleId);
        await client.invalidateQueries({ queryKey: sessionKeys.details });
      },
    });
  return { confirmation, ask, close: () => setConfirmation(null) };
}

function moveFocus(rows: readonly TreeRow[], event: KeyboardEvent<HTMLElement>): void {
  const focused = (event.target as HTMLElement).closest<HTMLElement>("[data-row]");
  if (!focused) return;
  const target = rowForKey(rows, Number(focused.dataset["row"]), event.key);
  if (target === null) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>(`[data-row="${target}"]`)?.focus();
}

/** The parents and children of a session as a tree, with arrow-key navigation. */
export function HierarchyTree({ hierarchy }: { hierarchy: SessionHierarchy }) {
  const rows = useMemo(() => treeRows(hierarchy), [hierarchy]);
  const { confirmation, ask, close } = useDetach();
  const attentions = useAttentions();
  return (
    <>
      <ul
        aria-label={text.label}
        className="-m-1 max-h-80 overflow-y-auto p-1"
        onKeyDown={(event) => moveFocus(rows, event)}
      >
        {rows.map((row, index) => (
          <Row
            key={row.node.id}
            row={row}
            index={index}
            attention={(attentions.get(row.node.id) ?? row.node.attention)?.kind}
            onDetach={(uncleId) => ask(row, uncleId)}
          />
        ))}
      </ul>
      {hierarchy.truncated && (
        <p className="mt-1 text-xs text-faint">{hierarchy.truncation_reason ?? text.truncated}</p>
      )}
      <ConfirmDialog confirmation={confirmation} onClose={close} />
    </>
  );
}
