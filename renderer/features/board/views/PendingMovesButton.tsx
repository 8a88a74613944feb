import { Button } from "../../../ui/Button.tsx";
import { text } from "./text.ts";

/** Applies what changed while the rows were kept in place. */
export function PendingMovesButton({ count, onShow }: { count: number; onShow(): void }) {
  if (count === 0) return null;
  return (
    <p className="pointer-events-none absolute inset-x-0 top-1 z-20 flex justify-center">
      <Button size="small" className="pointer-events-auto rounded-full shadow-pop" onClick={onShow}>
        {text.list.moved(count)}
      </Button>
    </p>
  );
}
