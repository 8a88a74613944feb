import { useReorderState } from "./reorder.store.ts";

/** The line where the dragged rows would be dropped, inside an element with `data-reorder`. */
export function DropIndicator({ id }: { id: number }) {
  const edge = useReorderState(({ dropTarget }) => (dropTarget?.id === id ? dropTarget.edge : null));
  if (edge === null) return null;
  return (
    <span
      aria-hidden
      className={`pointer-events-none absolute inset-x-0 z-20 h-0.5 rounded-full bg-accent-fill ${edge === "before" ? "-top-px" : "-bottom-px"}`}
    />
  );
}
