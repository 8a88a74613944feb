import { Link } from "@tanstack/react-router";
import { searchForTab } from "../sessions/session-page-search.ts";
import { anchorOf } from "../transcript/view-model.ts";
import { text } from "./text.ts";

interface Props {
  line: number;
  /** What the line shows, for screen readers. */
  what: string;
}

/** A link to a line of the conversation. */
export function LineLink({ line, what }: Props) {
  return (
    <Link
      from="/sessions/$id"
      to="."
      search={searchForTab({})}
      hash={anchorOf(line)}
      aria-label={text.lineOf(line, what)}
      className="inline-flex min-h-6 shrink-0 items-center text-xs text-accent tabular-nums hover:underline pointer-coarse:min-h-11"
    >
      {text.line(line)}
    </Link>
  );
}
