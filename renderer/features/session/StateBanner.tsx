import { CircleDashed } from "lucide-react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { lazyComponent } from "../../lib/lazy-component.ts";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { LazyBoundary } from "../../ui/LazyBoundary.tsx";
import { BannerCard, ReasonChips } from "../banners/Banners.tsx";
import { failureText, waitingText } from "../sessions/reason-line.ts";
import type { SessionDetails } from "../sessions/session-cache.ts";
import { SilenceNotice } from "./SilenceNotice.tsx";

const FailurePanel = lazyComponent(
  async () => (await import("../failures/FailurePanel.tsx")).FailurePanel,
  "preload",
);

/** Shown for a waiting session without banners or wait reasons. */
function WaitingNotice({ session }: { session: Session }) {
  return (
    <div className="flex items-center gap-2.5 rounded-lg border border-line bg-surface px-3 py-2">
      <CircleDashed aria-hidden className="size-4 shrink-0 text-waiting-dot" />
      <p>{waitingText(session)}</p>
    </div>
  );
}

/** Why the session does not move and what can be done about it. A single reason is already in its banner. */
export function StateBanner({ details }: { details: SessionDetails }) {
  const { session } = details;
  const { banners, reasons } = details.waiting;
  const failed = session.status === "failed";
  const isSilent = session.status === "running" && session.silent_since !== null;
  const isIdle = session.status === "waiting" && banners.length === 0 && reasons.length === 0;
  if (!failed && !isIdle && !isSilent && banners.length === 0 && reasons.length === 0) return null;
  return (
    <div
      // A scrolling region must be reachable by keyboard.
      tabIndex={banners.length > 1 ? 0 : undefined}
      className="mx-auto flex max-h-[45dvh] w-full max-w-3xl shrink-0 flex-col gap-2 overflow-y-auto px-3 pt-3 md:px-6"
    >
      {failed && (
        <LazyBoundary fallback={<ErrorAlert title={failureText(session.failure_reason)} messages={[]} />}>
          <FailurePanel session={session} />
        </LazyBoundary>
      )}
      {isSilent && <SilenceNotice session={session} />}
      {isIdle && <WaitingNotice session={session} />}
      {(reasons.length > 1 || banners.length === 0) && <ReasonChips reasons={reasons} />}
      {banners.map((banner) => (
        <BannerCard key={banner.key} banner={banner} session={session} />
      ))}
    </div>
  );
}
