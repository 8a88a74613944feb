import { Link } from "@tanstack/react-router";
import { CircleAlert, Info } from "lucide-react";
import { localizeTimes, useMinute } from "../../lib/time.ts";
import { useTalk } from "./talk.store.ts";
import { text } from "./text.ts";

/** What does not work, and what to do about it, where it would be used. */
export function TalkProblems({
  reasons,
  warning,
  failure,
}: {
  reasons: readonly string[];
  warning: string | null;
  failure: string | null;
}) {
  const now = useMinute();
  const problem = useTalk((state) => state.problem) ?? failure;
  const notice = useTalk((state) => state.notice) ?? warning;
  return (
    <>
      {reasons.length > 0 && (
        <div role="status" className="m-3 rounded-md bg-needs-soft p-3 text-sm text-ink">
          <p className="flex items-center gap-2 font-medium">
            <CircleAlert aria-hidden className="size-4 shrink-0 text-needs" />
            {text.problems.unavailable}
          </p>
          <ul className="mt-1 flex flex-col gap-1 ps-6 text-soft">
            {reasons.map((reason) => (
              <li key={reason}>{localizeTimes(reason, now)}.</li>
            ))}
          </ul>
          <Link
            to="/settings/$section"
            params={{ section: "live" }}
            className="mt-1.5 ms-6 inline-block text-xs font-medium text-accent hover:underline"
          >
            {text.setUp}
          </Link>
        </div>
      )}
      {problem !== null && (
        <p role="alert" className="mx-3 mb-2 flex gap-2 rounded-md bg-failed-soft p-2.5 text-sm text-ink">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-failed" />
          <span className="min-w-0 break-words">{problem}</span>
        </p>
      )}
      {notice !== null && (
        <p role="status" className="mx-3 mb-2 flex gap-2 rounded-md bg-sunken p-2.5 text-sm text-soft">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 break-words">{localizeTimes(notice, now)}</span>
        </p>
      )}
    </>
  );
}
