import { text } from "./text.ts";

interface Props {
  /** Null in a binary file. */
  of: { additions: number | null; deletions: number | null };
}

/** The number of added and deleted lines. */
export function Counts({ of: { additions, deletions } }: Props) {
  if (additions === null || deletions === null)
    return <span className="shrink-0 text-2xs text-faint">{text.counts.binary}</span>;
  if (additions + deletions === 0) return null;
  return (
    <span className="flex shrink-0 gap-1.5 font-mono text-2xs tabular-nums">
      {additions > 0 && (
        <span className="text-running">
          <span className="sr-only">{text.counts.added} </span>+{additions.toLocaleString()}
        </span>
      )}
      {deletions > 0 && (
        <span className="text-failed">
          <span className="sr-only">{text.counts.deleted} </span>−{deletions.toLocaleString()}
        </span>
      )}
    </span>
  );
}
