import type { DatabaseTask } from "../../../../server/domains/installation/database-tasks/model.ts";
import { formatSize } from "../../../lib/file-size.ts";
import { Button } from "../../../ui/Button.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { toastError } from "../../../ui/toasts.ts";
import { useDatabaseTasks, useStartDatabaseTask } from "./api.ts";
import { recordText } from "./text.ts";

const words = recordText.database;

/** How far the task is, or how the last one ended. */
function Status({ task, title }: { task: DatabaseTask; title: string }) {
  if (task.state !== "idle") {
    const { progress } = task;
    return (
      <span className="mt-1 flex items-center gap-2 text-xs text-soft" role="status">
        <progress
          aria-label={words.progress(title)}
          {...(progress !== null && { value: progress.done, max: Math.max(1, progress.of) })}
          className="h-1.5 w-32 accent-accent-fill"
        />
        {task.state === "queued" && words.queued}
        {task.state === "running" &&
          (progress === null
            ? words.running
            : words.done(formatSize(progress.done), formatSize(progress.of)))}
      </span>
    );
  }
  if (task.last === null) return <span className="block text-xs text-faint">{words.never}</span>;
  return (
    <span className={`block text-xs ${task.last.failed ? "text-failed" : "text-soft"}`}>
      {task.last.outcome}, <RelativeTime instant={task.last.finished_at} spoken />
    </span>
  );
}

function Task({ task }: { task: DatabaseTask }) {
  const { mutate, isPending } = useStartDatabaseTask();
  const { title, text, action } = recordText.tasks[task.kind];
  const start = (): void => mutate(task.kind, { onError: (error) => toastError(words.startFailed, error) });
  return (
    <li className="flex items-start gap-3 border-b border-line py-2 last:border-0">
      <span className="min-w-0 flex-1">
        <span className="block text-sm">{title}</span>
        <span className="block text-xs text-faint">{task.obstacle ?? text}</span>
        <Status task={task} title={title} />
      </span>
      {task.obstacle === null && (
        <Button size="small" aria-label={title} busy={isPending || task.state !== "idle"} onClick={start}>
          {action}
        </Button>
      )}
    </li>
  );
}

/** The size of the database, and what a person can have done with it. */
export function DatabaseSection() {
  return (
    <SettingsSection title={words.title} description={words.description}>
      <QueryContent query={useDatabaseTasks()} what={recordText.loadingTasks}>
        {({ tasks, bytes, wal_bytes, free_bytes }) => (
          <>
            <p className="text-sm">
              {words.size(formatSize(bytes), formatSize(wal_bytes), formatSize(free_bytes))}
            </p>
            <ul aria-label={words.title}>
              {tasks.map((task) => (
                <Task key={task.kind} task={task} />
              ))}
            </ul>
          </>
        )}
      </QueryContent>
    </SettingsSection>
  );
}
