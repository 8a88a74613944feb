import { Info, TriangleAlert } from "lucide-react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import type { Banner, WaitingReason } from "../../../server/domains/sessions/wait-reasons/model.ts";
import { localizeTimes, useMinute } from "../../lib/time.ts";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { DetailText } from "../failures/DetailText.tsx";
import { FailureActs } from "../failures/FailureActs.tsx";
import { cloneActs, type FailureAct, outageActs } from "../failures/failure-acts.ts";
import { BannerActionButton } from "./BannerActionButton.tsx";
import { sortReasons } from "./view-model.ts";

const tones = {
  info: { Icon: Info, frame: "border-line bg-surface", mark: "text-accent" },
  warning: { Icon: TriangleAlert, frame: "border-needs-dot/40 bg-needs-soft", mark: "text-needs" },
} as const;

function Details({ details }: Pick<Banner, "details">) {
  const now = useMinute();
  if (details.length === 0) return null;
  return (
    <dl className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-xs">
      {details.map(({ label, value }) => (
        <div key={`${label} ${value}`} className="contents">
          <dt className="text-soft">{label}</dt>
          <dd className="min-w-0 wrap-anywhere">
            <DetailText plain detail={localizeTimes(value, now)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What a person can do about what holds the turn up. */
function actsOf({ key, cause }: Banner): readonly FailureAct[] {
  if (cause === "clone") return cloneActs;
  return key === "auth_outage" ? outageActs(cause ?? "quota") : [];
}

/** One wait reason and its action. */
export function BannerCard({ banner, session }: { banner: Banner; session: Session }) {
  const { Icon, frame, mark } = tones[banner.tone];
  const now = useMinute();
  return (
    <section
      aria-label={localizeTimes(banner.headline, now)}
      data-banner={banner.key}
      className={`flex gap-2.5 rounded-lg border px-3 py-2.5 ${frame}`}
    >
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${mark}`} />
      <div className="min-w-0 flex-1">
        <h2 className="font-medium">{localizeTimes(banner.headline, now)}</h2>
        {banner.body.map((paragraph) => (
          <p key={paragraph} className="wrap-anywhere text-soft">
            {localizeTimes(paragraph, now)}
          </p>
        ))}
        <Details details={banner.details} />
        <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
          <FailureActs session={session} acts={actsOf(banner)} />
          {banner.action && <BannerActionButton session={session} action={banner.action} />}
        </div>
      </div>
    </section>
  );
}

/** The wait reasons of a session, the current one first. */
export function ReasonChips({ reasons }: { reasons: readonly WaitingReason[] }) {
  const now = useMinute();
  if (reasons.length === 0) return null;
  return (
    <ul aria-label="Wait reasons" className="flex flex-wrap gap-1.5">
      {sortReasons(reasons).map(({ mechanism, label, at, current, demoted }) => (
        <li
          key={mechanism}
          className={`flex flex-wrap gap-x-1.5 rounded-sm border px-2 py-0.5 text-xs ${current ? "border-line-strong bg-surface font-medium" : "border-line text-soft"}`}
        >
          {localizeTimes(label, now)}
          {demoted && <span className="font-normal text-faint">overdue</span>}
          {at !== null && (
            <span className="font-normal text-faint">
              <RelativeTime instant={at} spoken />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
