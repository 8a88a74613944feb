import { Link } from "@tanstack/react-router";
import { searchForTab } from "../sessions/session-page-search.ts";
import { anchorOf } from "../transcript/view-model.ts";

interface Props {
  line: number;
  /** What is shown there, for who hears the link alone. */
  what: string;
}

/** The way to a line of the conversation. */
export function ToLine({ line, what }: Props) {
  return (
    <Link
      from="/sessions/$id"
      to="."
      search={searchForTab({})}
      hash={anchorOf(line)}
      aria-label={`Line ${line} of the conversation: ${what}`}
      className="inline-flex min-h-6 shrink-0 items-center text-xs text-accent tabular-nums hover:underline pointer-coarse:min-h-11"
    >
      Line {line}
    </Link>
  );
}
