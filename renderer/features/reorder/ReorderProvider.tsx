import { type DragDropEventHandlers, DragDropProvider, DragOverlay, PointerSensor } from "@dnd-kit/react";
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { DragHandle } from "./DragHandle.tsx";
import { DragHandleContext } from "./drag-handle-context.ts";
import { dropPlace, type Edge, placeText } from "./move-rules.ts";
import { useReorderState } from "./reorder.store.ts";
import {
  describeItems,
  ReorderContext,
  type ReorderContextValue,
  type ReorderOptions,
} from "./reorder-context.ts";
import { text } from "./text.ts";

const renderDragHandle = (id: number): ReactNode => <DragHandle id={id} />;

type DragEvent = Parameters<NonNullable<DragDropEventHandlers["onDragMove"]>>[0];

const idOf = (entity: { data?: Record<string, unknown> } | null | undefined): number | null => {
  const id = entity?.data?.["id"];
  return typeof id === "number" ? id : null;
};

/** The row under the pointer, and the nearer edge. */
function dropTargetOf({ operation }: DragEvent): { id: number; edge: Edge } | null {
  const { source, target, position } = operation;
  const id = idOf(target);
  const middle = target?.shape?.center.y;
  if (id === null || middle === undefined || id === idOf(source)) return null;
  return { id, edge: position.current.y < middle ? "before" : "after" };
}

function showDropTarget(dropTarget: ReturnType<typeof dropTargetOf>): void {
  const { dropTarget: current } = useReorderState.getState();
  if (current?.id !== dropTarget?.id || current?.edge !== dropTarget?.edge)
    useReorderState.setState({ dropTarget });
}

function dropDragged(id: number, { options, announce }: ReorderContextValue): void {
  const { dropTarget } = useReorderState.getState();
  const area = options();
  const ids = area.movesWith(id);
  const to = dropTarget && dropPlace(area.sections, ids, dropTarget);
  if (!to) return;
  announce(text.dropped(describeItems(area, id, ids), placeText(area.sections, ids, to)));
  area.onMove(ids, to);
}

function Dragged({ area, id }: { area: ReorderOptions; id: number }) {
  const others = area.movesWith(id).length - 1;
  return (
    <p className="popup flex w-fit max-w-80 items-baseline gap-2 px-3 py-2 text-sm font-medium">
      <span className="truncate">{area.nameOf(id)}</span>
      {others > 0 && <span className="shrink-0 text-xs text-accent">{text.more(others)}</span>}
    </p>
  );
}

/** Rows with `data-reorder` can be moved by their handles. Loaded with the first such list. */
export function ReorderProvider({ children, ...area }: ReorderOptions & { children: ReactNode }) {
  const [announcement, announce] = useState("");
  const latest = useRef<ReorderOptions>(area);
  useLayoutEffect(() => {
    latest.current = area;
  });
  useEffect(() => () => useReorderState.setState({ pickedUp: null, dropTarget: null }), []);
  const value = useMemo<ReorderContextValue>(() => ({ options: () => latest.current, announce }), []);
  return (
    <ReorderContext value={value}>
      <DragDropProvider
        sensors={[PointerSensor]}
        onDragStart={() => useReorderState.setState({ pickedUp: null, dropTarget: null })}
        onDragMove={(event) => showDropTarget(dropTargetOf(event))}
        onDragEnd={({ operation, canceled }) => {
          const id = idOf(operation.source);
          if (!canceled && id !== null) dropDragged(id, value);
          showDropTarget(null);
        }}
      >
        <DragHandleContext value={renderDragHandle}>{children}</DragHandleContext>
        {/* Out of the flow, where it would take a gap of its own beside the list. */}
        <div className="absolute">
          <DragOverlay dropAnimation={null}>
            {(source) => <Dragged area={area} id={idOf(source) ?? 0} />}
          </DragOverlay>
        </div>
      </DragDropProvider>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </ReorderContext>
  );
}
