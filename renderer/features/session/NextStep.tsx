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

/** What a person probably does next, above the message field: merges, and on a phone what the header has no room for. */
export function NextStep({ session }: { session: Session }) {
  const wide = useMediaQuery("(min-width: 48rem)");
  const reason = session.attention?.kind === "question" ? null : (session.attention?.reason ?? null);
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 pb-2 empty:hidden">
      {!wide && (
        <span title={reason ?? undefined} className="min-w-0 flex-1 truncate text-xs text-soft">
          {reason}
        </span>
      )}
      <LazyBoundary>
        <MergeOffer session={session} />
      </LazyBoundary>
      {!wide && <DoneButton session={session} />}
    </div>
  );
}
