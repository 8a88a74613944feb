import { type Actor, actorName } from "../../../http/caller.ts";
import { notFound } from "../../../lib/errors.ts";
import { turnRefusal } from "./errors.ts";
import type { TurnDeps } from "./ports.ts";
import type { TurnParts } from "./stop-turn.ts";
import { text } from "./text.ts";

/** Ends one command or agent that works in the background of a turn, which goes on. */
export async function stopBackgroundTask(
  deps: TurnDeps,
  { active }: TurnParts,
  { reference, taskId, by }: { reference: string; taskId: string; by: Actor },
): Promise<void> {
  const { id } = deps.sessions.find(reference);
  const task = deps.activity.of(id)?.background.find((one) => one.id === taskId);
  if (!task) throw notFound("Background task");
  const stopped = active.get(id)?.stopTask(taskId);
  if (stopped === undefined) throw turnRefusal("task_not_stoppable");
  const problem = await stopped;
  if (problem !== null) throw turnRefusal("task_not_stopped", { problem: deps.redact(problem) });
  deps.sessionLog.note(id, "info", text.log.taskStopped(task.subject ?? task.id, actorName(by)));
}
