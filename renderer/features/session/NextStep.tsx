import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { lazyComponent } from "../../lib/lazy-component.ts";
import { Button } from "../../ui/Button.tsx";
import { LazyBoundary } from "../../ui/LazyBoundary.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { actionsFor } from "../selection/actions.ts";
import { useAction } from "../selection/use-action.ts";
import { PrimaryActionButton } from "./SessionActions.tsx";

const MergeOffer = lazyComponent(
  async () => (await import("../changes/MergeOffer.tsx")).MergeOffer,
  "preload",
);

function DoneButton({ session }: { session: Session }) {
  const runAction = useAction();
  const done = actionsFor([session]).find(({ id }) => id === "mark_done");
  if (!done) return <PrimaryActionButton session={session} />;
  return (
    <Button size="small" onClick={() => runAction(done.id, [session])}>
      {done.label}
    </Button>
  );
}

/** Why it waits, unless a banner or its question says so already. */
function nextReason({ attention }: Session): string | null {
  if (attention === null || attention.kind === "question" || attention.kind === "failed") return null;
  return attention.reason;
}

/** What a person probably does next, above the message field: merges, and on a phone what the header has no room for. */
export function NextStep({ session }: { session: Session }) {
  const wide = useMediaQuery("(min-width: 48rem)");
  const reason = wide ? null : nextReason(session);
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 pb-2 empty:hidden">
      {reason !== null && (
        <p title={reason} className="line-clamp-2 min-w-60 flex-1 text-xs wrap-anywhere text-soft">
          {reason}
        </p>
      )}
      <LazyBoundary>
        <MergeOffer session={session} />
      </LazyBoundary>
      {!wide && <DoneButton session={session} />}
    </div>
  );
}
