import { Button } from "./Button.tsx";
import { text } from "./text.ts";

interface Props {
  /** What the pages are of, such as "Pages of calls". */
  label: string;
  page: number;
  pages: number;
  onChange(page: number): void;
}

/** The way through a list that is newest first; nothing if it has one page. */
export function Pager({ label, page, pages, onChange }: Props) {
  if (pages <= 1) return null;
  return (
    <nav aria-label={label} className="flex items-center justify-center gap-3 pt-2 text-xs">
      <Button size="small" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        {text.pager.newer}
      </Button>
      <span className="text-soft tabular-nums">{text.pager.at(page, pages)}</span>
      <Button size="small" disabled={page >= pages} onClick={() => onChange(page + 1)}>
        {text.pager.older}
      </Button>
    </nav>
  );
}
