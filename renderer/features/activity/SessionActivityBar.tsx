import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import type { SessionActivity } from "../../../server/domains/turns/activity/model.ts";
import { useSecond } from "../../lib/second-clock.ts";
import { Button } from "../../ui/Button.tsx";
import { toastError } from "../../ui/toasts.ts";
import { useSessionUsage } from "../costs/api.ts";
import { useActivity } from "../live/activity.store.ts";
import { ActivityLine } from "./ActivityLine.tsx";
import { elapsed } from "./activity-words.ts";
import { useStopTask } from "./api.ts";
import { text } from "./text.ts";

/** Above the composer while the agent works. Its dot pulses as long as the agent is heard of. */
export function SessionActivityBar({ session }: { session: Session }) {
  const activity = useActivity(session.id);
  const { data } = useSessionUsage(session.id);
  if (session.status !== "running" || activity === undefined) return null;
  const pulse = session.silent_since === null ? "breathe bg-running-dot" : "bg-needs-dot";
  return (
    <section aria-label={text.label} className="flex min-w-0 flex-col gap-1 px-1 pb-1.5">
      <div className="flex min-h-7 min-w-0 items-center gap-2">
        <span aria-hidden className={`size-2 shrink-0 rounded-full ${pulse}`} />
        <ActivityLine session={session} activity={activity} cost={data?.cost} />
      </div>
      {activity.output.length > 0 && <Output lines={activity.output} />}
      {activity.background.length > 0 && <Background sessionId={session.id} tasks={activity.background} />}
    </section>
  );
}

/** As tall for one line as for five, so that nothing moves while a command prints. */
function Output({ lines }: { lines: SessionActivity["output"] }) {
  return (
    <pre
      aria-label={text.output}
      className="ms-4 flex h-[5.75rem] min-w-0 flex-col justify-end overflow-hidden rounded-sm bg-sunken px-2 py-1 font-mono text-2xs leading-4 text-soft"
    >
      {lines.map((line, position) => (
        // Lines that scroll by have no other key than their position.
        <span key={position} className="block truncate">
          {line}
        </span>
      ))}
    </pre>
  );
}

interface BackgroundProps {
  sessionId: number;
  tasks: SessionActivity["background"];
}

function Background({ sessionId, tasks }: BackgroundProps) {
  const now = useSecond();
  return (
    <ul aria-label={text.background} className="ms-4 flex min-w-0 flex-col gap-0.5 text-xs">
      {tasks.map((task) => (
        <li key={task.id} className="flex min-w-0 items-center gap-1.5 text-soft">
          <span className="shrink-0">{text.inBackground}</span>
          <code className="min-w-0 truncate text-[0.93em]" title={task.subject ?? undefined}>
            {task.subject ?? text.acts.running[1]}
          </code>
          <span className="shrink-0 text-faint tabular-nums">{elapsed(task.since, now)}</span>
          <StopButton sessionId={sessionId} task={task} />
        </li>
      ))}
    </ul>
  );
}

function StopButton({ sessionId, task }: { sessionId: number; task: BackgroundProps["tasks"][number] }) {
  const { mutate, isPending } = useStopTask(sessionId);
  return (
    <Button
      size="small"
      busy={isPending}
      aria-label={text.stopNamed(task.subject ?? text.acts.running[1])}
      onClick={() => mutate(task.id, { onError: (error) => toastError(text.notStopped, error) })}
    >
      {text.stop}
    </Button>
  );
}
