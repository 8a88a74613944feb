import type { CliStatus } from "../../../server/domains/agents/clis/model.ts";
import { healthOf } from "../settings/clis/view-model.ts";
import { text } from "./text.ts";

export const steps = [
  { id: "you", title: text.steps.you },
  { id: "agents", title: text.steps.agents },
  { id: "session", title: text.steps.session },
] as const;
export type StepId = (typeof steps)[number]["id"];

const indexOf = (id: StepId): number => steps.findIndex((step) => step.id === id);

/** Null after the last step. */
export const stepAfter = (id: StepId): StepId | null => steps[indexOf(id) + 1]?.id ?? null;

export const stepBefore = (id: StepId): StepId | null => steps[indexOf(id) - 1]?.id ?? null;

/** The position of a step relative to the open one. */
export function standing(id: StepId, open: StepId): "behind" | "open" | "ahead" {
  const distance = indexOf(id) - indexOf(open);
  if (distance === 0) return "open";
  return distance < 0 ? "behind" : "ahead";
}

/** The names of the agents that are ready. */
const readyAgents = ({ tools }: CliStatus): string[] =>
  Object.values(tools)
    .filter((tool) => healthOf(tool) === "ok")
    .map(({ name }) => name);

const joined = new Intl.ListFormat("en", { type: "conjunction" });

/** The text on starting one's own session. */
export function ownSessionText(status: CliStatus | undefined): string {
  const ready = status ? readyAgents(status) : [];
  if (ready.length === 0) return text.session.noAgent;
  return text.session.ready(joined.format(ready), ready.length);
}
