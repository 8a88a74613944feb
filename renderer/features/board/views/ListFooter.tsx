import { Button } from "../../../ui/Button.tsx";
import type { BoardData } from "../use-board.ts";

/** What the list ends with: that there are more. */
export function ListFooter({ board }: { board: Pick<BoardData, "truncated" | "more" | "loadingMore"> }) {
  const { truncated, more, loadingMore } = board;
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-5 text-xs text-faint">
      {truncated && <p>Only the first 500 sessions are shown. Search or filter to find more.</p>}
      {more && (
        <Button size="small" busy={loadingMore} onClick={more}>
          Show more
        </Button>
      )}
    </div>
  );
}

/** What changed while the rows were held in place. */
export function PendingMovesButton({ count, onShow }: { count: number; onShow(): void }) {
  if (count === 0) return null;
  return (
    <p className="pointer-events-none absolute inset-x-0 top-1 z-20 flex justify-center">
      <Button size="small" className="pointer-events-auto rounded-full shadow-pop" onClick={onShow}>
        {count === 1 ? "1 session moved" : `${count} sessions moved`}. Update
      </Button>
    </p>
  );
}
