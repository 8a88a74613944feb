import { ChevronRight, GitCommitHorizontal } from "lucide-react";
import type { SessionChanges } from "../../../server/domains/review/changes/model.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { text } from "./text.ts";

/** The session's own commits, newest first. */
export function Commits({ commits }: { commits: SessionChanges["commits"] }) {
  if (commits.length === 0) return <p className="text-xs text-faint">{text.commits.none}</p>;
  return (
    <details className="group rounded-lg border border-line bg-surface">
      <summary className="flex min-h-9 list-none items-center gap-2 rounded-lg px-2.5 text-xs hover:bg-hover">
        <ChevronRight
          aria-hidden
          className="size-3.5 text-faint transition-transform group-open:rotate-90 rtl:not-group-open:rotate-180"
        />
        <GitCommitHorizontal aria-hidden className="size-3.5 text-faint" />
        <span className="shrink-0 font-medium">{text.commits.count(commits.length)}</span>
        <span className="min-w-0 truncate text-faint">{commits[0]?.subject}</span>
      </summary>
      <ol className="border-t border-line px-2.5 py-1">
        {commits.map(({ sha, subject, committed_at }) => (
          <li key={sha} className="flex items-center gap-2 text-xs">
            <code className="font-mono text-2xs text-faint">{sha.slice(0, 8)}</code>
            <CopyButton label={text.commits.copy(sha.slice(0, 8))} text={() => sha} className="size-6" />
            <span className="min-w-0 flex-1 truncate" title={subject}>
              {subject}
            </span>
            <RelativeTime instant={committed_at} className="text-faint" />
          </li>
        ))}
      </ol>
    </details>
  );
}
