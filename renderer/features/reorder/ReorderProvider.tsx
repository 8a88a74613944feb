import { type DragDropEventHandlers, DragDropProvider, DragOverlay, PointerSensor } from "@dnd-kit/react";
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Grip } from "./DragHandle.tsx";
import { GripContext } from "./drag-handle-context.ts";
import { droppedAt, type Edge, placeWords } from "./move-rules.ts";
import { useReorder } from "./reorder.store.ts";
import { type Area, AreaContext, type HeldArea, namesIn } from "./reorder-context.ts";

const drawGrip = (id: number): ReactNode => <Grip id={id} />;

type DragEvent = Parameters<NonNullable<DragDropEventHandlers["onDragMove"]>>[0];

const idOf = (entity: { data?: Record<string, unknown> } | null | undefined): number | null => {
  const id = entity?.data?.["id"];
  return typeof id === "number" ? id : null;
};

/** Beside which row the pointer is, and at which of its edges. */
function markOf({ operation }: DragEvent): { id: number; edge: Edge } | null {
  const { source, target, position } = operation;
  const id = idOf(target);
  const middle = target?.shape?.center.y;
  if (id === null || middle === undefined || id === idOf(source)) return null;
  return { id, edge: position.current.y < middle ? "before" : "after" };
}

function showMark(mark: ReturnType<typeof markOf>): void {
  const { mark: held } = useReorder.getState();
  if (held?.id !== mark?.id || held?.edge !== mark?.edge) useReorder.setState({ mark });
}

function put(id: number, { latest, say }: HeldArea): void {
  const { mark } = useReorder.getState();
  const area = latest();
  const ids = area.takenWith(id);
  const to = mark && droppedAt(area.sections, ids, mark);
  if (!to) return;
  say(`Put down ${namesIn(area, id, ids)}, ${placeWords(area.sections, ids, to)}.`);
  area.onMove(ids, to);
}

function Dragged({ area, id }: { area: Area; id: number }) {
  const others = area.takenWith(id).length - 1;
  return (
    <p className="popup flex w-fit max-w-80 items-baseline gap-2 px-3 py-2 text-sm font-medium">
      <span className="truncate">{area.nameOf(id)}</span>
      {others > 0 && <span className="shrink-0 text-xs text-accent">and {others} more</span>}
    </p>
  );
}

/** Rows with `data-reorder` can be moved by their grips in here. Fetched when the first such list is shown. */
export function ReorderArea({ children, ...area }: Area & { children: ReactNode }) {
  const [said, say] = useState("");
  const held = useRef<Area>(area);
  useLayoutEffect(() => {
    held.current = area;
  });
  useEffect(() => () => useReorder.setState({ lift: null, mark: null }), []);
  const value = useMemo<HeldArea>(() => ({ latest: () => held.current, say }), []);
  return (
    <AreaContext value={value}>
      <DragDropProvider
        sensors={[PointerSensor]}
        onDragStart={() => useReorder.setState({ lift: null, mark: null })}
        onDragMove={(event) => showMark(markOf(event))}
        onDragEnd={({ operation, canceled }) => {
          const id = idOf(operation.source);
          if (!canceled && id !== null) put(id, value);
          showMark(null);
        }}
      >
        <GripContext value={drawGrip}>{children}</GripContext>
        <DragOverlay dropAnimation={null}>
          {(source) => <Dragged area={area} id={idOf(source) ?? 0} />}
        </DragOverlay>
      </DragDropProvider>
      <p role="status" className="sr-only">
        {said}
      </p>
    </AreaContext>
  );
}
