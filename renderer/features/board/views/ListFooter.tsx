import { Button } from "../../../ui/Button.tsx";
import type { BoardData } from "../use-board.ts";
import { text } from "./text.ts";

/** Says that there are more sessions than shown. */
export function ListFooter({ board }: { board: Pick<BoardData, "truncated" | "more" | "loadingMore"> }) {
  const { truncated, more, loadingMore } = board;
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-5 text-xs text-faint">
      {truncated && <p>{text.list.truncated}</p>}
      {more && (
        <Button size="small" busy={loadingMore} onClick={more}>
          {text.list.more}
        </Button>
      )}
    </div>
  );
}
