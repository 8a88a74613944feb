import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { useSessionUsage } from "../costs/api.ts";
import { useActivity } from "../live/activity.store.ts";
import { ActivityLine } from "./ActivityLine.tsx";
import { text } from "./text.ts";

/** Above the composer while the agent works. Its dot pulses as long as the agent is heard of. */
export function SessionActivityBar({ session }: { session: Session }) {
  const activity = useActivity(session.id);
  const { data } = useSessionUsage(session.id);
  if (session.status !== "running" || activity === undefined) return null;
  const pulse = session.silent_since === null ? "breathe bg-running-dot" : "bg-needs-dot";
  return (
    <section aria-label={text.label} className="flex min-h-7 min-w-0 items-center gap-2 px-1 pb-1.5">
      <span aria-hidden className={`size-2 shrink-0 rounded-full ${pulse}`} />
      <ActivityLine session={session} activity={activity} cost={data?.cost} />
    </section>
  );
}
