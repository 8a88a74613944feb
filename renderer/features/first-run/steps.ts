import type { CliStatus } from "../../../server/domains/agents/clis/model.ts";
import { healthOf } from "../settings/clis/view-model.ts";

export const steps = [
  { id: "you", title: "You" },
  { id: "agents", title: "Agents" },
  { id: "session", title: "First session" },
] as const;
export type StepId = (typeof steps)[number]["id"];

const indexOf = (id: StepId): number => steps.findIndex((step) => step.id === id);

/** Null after the last. */
export const stepAfter = (id: StepId): StepId | null => steps[indexOf(id) + 1]?.id ?? null;

export const stepBefore = (id: StepId): StepId | null => steps[indexOf(id) - 1]?.id ?? null;

/** Where a step stands to the one that is open. */
export function standing(id: StepId, open: StepId): "behind" | "open" | "ahead" {
  const distance = indexOf(id) - indexOf(open);
  if (distance === 0) return "open";
  return distance < 0 ? "behind" : "ahead";
}

/** The agents that could begin a session now, by name. */
const readyAgents = ({ tools }: CliStatus): string[] =>
  Object.values(tools)
    .filter((tool) => healthOf(tool) === "ok")
    .map(({ name }) => name);

const joined = new Intl.ListFormat("en", { type: "conjunction" });

/** What the last step says of sessions of one's own. */
export function ownSessionWords(status: CliStatus | undefined): string {
  const ready = status ? readyAgents(status) : [];
  if (ready.length === 0)
    return "No agent is signed in yet. You can still open the form, which shows what is missing.";
  return `${joined.format(ready)} ${ready.length === 1 ? "is" : "are"} ready. Choose a repository and describe the task.`;
}
