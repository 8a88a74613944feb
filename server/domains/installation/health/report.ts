import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import { type Finding, findingsOf } from "./findings.ts";
import type { Health, HealthLine, HealthReport, HealthState } from "./model.ts";
import type { HealthFacts } from "./ports.ts";
import { sectionsOf, verdictOf } from "./sections.ts";
import { text } from "./text.ts";

export type HealthReporter = ReturnType<typeof healthReporter>;

/** E118: the whole report, from facts that the other parts of the service know. */
export function healthReporter(deps: {
  clock: Clock;
  gather(): Promise<HealthFacts>;
  recentActions(): HealthReport["recent_actions"];
  /** The environment's name, and the version of Node. */
  environment: string;
  runtime: string;
}) {
  const dated = stateDates(deps.clock.now());

  return {
    async report(): Promise<Health> {
      const facts = await deps.gather();
      const findings = findingsOf(facts);
      const { status, message } = verdictOf(findings);
      const at = instant(facts.now);
      return {
        health_report: {
          ...sectionsOf(facts, findings),
          lines: findings.map((finding) => dated(finding, facts.now)),
          recent_actions: deps.recentActions(),
          overall_status: { status, message: status === "healthy" ? text.overall.healthy : message },
          generated_at: at,
        },
        timestamp: at,
        rails_env: deps.environment,
        ruby_version: deps.runtime,
        queue_recovery_mode: facts.recovery,
      };
    },
  };
}

/** Adds since when a line is in its state: as a fact says, or as the reports since the start have shown. */
function stateDates(startedAt: number) {
  const known = new Map<string, { state: HealthState; since: number }>();

  return ({ since, ...line }: Finding, now: number): HealthLine => {
    const before = known.get(line.id);
    const first = line.state === "healthy" ? startedAt : now;
    const changed = before ? now : first;
    const observed = before?.state === line.state ? before.since : changed;
    known.set(line.id, { state: line.state, since: observed });
    return { ...line, since: instant(line.state === "healthy" ? observed : (since ?? observed)) };
  };
}
