import { Undo2, X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import type { Segment } from "../../../server/domains/outcomes/analyses/model.ts";
import { Button } from "../../ui/Button.tsx";
import { text } from "./text.ts";
import { type Block, findSegment, layoutOf, neighborOf, widthMeaning } from "./tree-layout.ts";

interface Props {
  root: Segment;
  /** The id of the segment that is shown below. */
  chosen: string;
  onChoose(id: string): void;
}

const rowRem = 1.875;

/** The tree drawn from the whole session down, each segment over those that it is made of. */
export function AnalysisTree({ root, chosen, onChoose }: Props) {
  const [zoom, setZoom] = useState<string | null>(null);
  const drawing = useRef<HTMLDivElement>(null);
  const shown = (zoom === null ? undefined : findSegment(root, zoom)) ?? root;
  const meaning = widthMeaning(root);
  const { blocks, levels, hidden } = layoutOf(shown, meaning);
  const focusable = blocks.some(({ segment }) => segment.id === chosen) ? chosen : shown.id;
  const move = (event: KeyboardEvent): void => {
    const next = neighborOf(shown, focusable, event.key);
    if (next === undefined || !blocks.some(({ segment }) => segment.id === next)) return;
    event.preventDefault();
    onChoose(next);
    drawing.current?.querySelector<HTMLElement>(`[data-segment="${next}"]`)?.focus();
  };
  const canZoom = chosen !== shown.id && (findSegment(root, chosen)?.children.length ?? 0) > 0;
  return (
    <section
      aria-label={text.tree.title}
      className="flex flex-col gap-2 rounded-lg border border-line bg-surface px-4 py-3"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-xs font-semibold text-soft">{text.tree.title}</h2>
        <span className="flex gap-2">
          {zoom !== null && (
            <Button size="small" onClick={() => setZoom(null)}>
              {text.tree.all}
            </Button>
          )}
          {canZoom && (
            <Button size="small" onClick={() => setZoom(chosen)}>
              {text.tree.zoom}
            </Button>
          )}
        </span>
      </div>
      <div
        ref={drawing}
        role="tree"
        aria-label={text.tree.title}
        onKeyDown={move}
        className="relative max-h-96 overflow-y-auto"
      >
        <div style={{ height: `${levels * rowRem}rem` }} role="none" />
        {blocks.map((block) => (
          <Drawn
            key={block.segment.id}
            block={block}
            isChosen={block.segment.id === chosen}
            isFocusable={block.segment.id === focusable}
            onChoose={onChoose}
          />
        ))}
      </div>
      <p className="text-2xs text-faint">
        {text.tree[meaning]} {text.tree.help} {hidden > 0 && text.tree.hidden(hidden)}
      </p>
    </section>
  );
}

interface DrawnProps {
  block: Block;
  isChosen: boolean;
  isFocusable: boolean;
  onChoose(id: string): void;
}

function Drawn({ block: { segment, level, left, width }, isChosen, isFocusable, onChoose }: DrawnProps) {
  const { id, goal, outcome, trigger } = segment;
  const failed = outcome.kind === "Failure";
  const word = text.outcome[outcome.kind];
  const isCorrection = trigger.kind === "Correction";
  return (
    <button
      type="button"
      role="treeitem"
      aria-level={level + 1}
      aria-selected={isChosen}
      aria-label={text.tree.block(id, goal.text, isCorrection ? text.tree.correction(word) : word)}
      title={goal.text}
      data-segment={id}
      tabIndex={isFocusable ? 0 : -1}
      onClick={() => onChoose(id)}
      className={`absolute flex h-7 items-center gap-1 overflow-hidden rounded-sm border border-surface px-1.5 text-start text-2xs whitespace-nowrap focus-visible:z-10 ${
        failed ? "bg-failed-soft text-failed" : "bg-running-soft text-running"
      } ${isChosen ? "z-10 font-semibold ring-2 ring-accent ring-inset" : ""}`}
      style={{ insetInlineStart: `${left * 100}%`, width: `${width * 100}%`, top: `${level * rowRem}rem` }}
    >
      {failed && <X aria-hidden className="size-3 shrink-0" />}
      {isCorrection && <Undo2 aria-hidden className="size-3 shrink-0" />}
      <span className="truncate">{goal.text}</span>
    </button>
  );
}
