import { HeartPulse } from "lucide-react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { useMinute } from "../../lib/time.ts";
import { RestartButton } from "../selection/RestartButton.tsx";
import { text } from "./text.ts";
import { silentMinutes } from "./view-model.ts";

/** Shown while the agent of a running turn says nothing; nothing if it does. */
export function SilenceNotice({ session }: { session: Session }) {
  const now = useMinute();
  const minutes = silentMinutes(session, now);
  if (minutes === null) return null;
  const headline = text.silence.headline(minutes);
  return (
    <section
      aria-label={headline}
      data-banner="silence"
      className="flex gap-2.5 rounded-lg border border-needs-dot/40 bg-needs-soft px-3 py-2.5"
    >
      <HeartPulse aria-hidden className="mt-0.5 size-4 shrink-0 text-needs" />
      <div className="min-w-0 flex-1">
        <h2 className="font-medium">{headline}</h2>
        <p className="text-soft">{text.silence.body}</p>
        <div className="mt-2 flex">
          <RestartButton session={session} />
        </div>
      </div>
    </section>
  );
}
