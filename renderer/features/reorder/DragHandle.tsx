import { useDraggable, useDroppable } from "@dnd-kit/react";
import { GripVertical } from "lucide-react";
import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from "react";
import { handleReorderKey } from "./keyboard-reorder.ts";
import { useReorderState } from "./reorder.store.ts";
import { useReorderContext } from "./reorder-context.ts";
import { text } from "./text.ts";

/** Moves its row by dragging, or by Space and the arrow keys. */
export function DragHandle({ id }: { id: number }) {
  const area = useReorderContext();
  const button = useRef<HTMLButtonElement | null>(null);
  const [row, setRow] = useState<Element | null>(null);
  const pickedUp = useReorderState(({ pickedUp }) => (pickedUp?.id === id ? pickedUp : null));
  const name = area.options().nameOf(id);
  // Screen readers announce the ids of dnd-kit.
  const spoken = `${name} (${id})`;
  useDraggable({ id: spoken, data: { id }, element: row, handle: button });
  useDroppable({ id: spoken, data: { id }, element: row });
  const hold = useCallback((element: HTMLButtonElement | null) => {
    button.current = element;
    setRow(element?.closest("[data-reorder]") ?? null);
  }, []);
  // A row that moves in the page loses the focus.
  useLayoutEffect(() => {
    if (pickedUp === null) return;
    button.current?.focus({ preventScroll: true });
    button.current?.scrollIntoView({ block: "nearest" });
  }, [pickedUp]);
  return (
    <button
      ref={hold}
      type="button"
      aria-label={text.move(name)}
      title={text.hint}
      aria-pressed={pickedUp !== null}
      onKeyDown={(event: KeyboardEvent) => handleReorderKey(event, id, area)}
      className="relative z-10 -ms-2 grid size-6 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-faint hover:bg-hover hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent pointer-coarse:size-10"
    >
      <GripVertical aria-hidden className="size-4" />
    </button>
  );
}
