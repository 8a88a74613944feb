import { z } from "zod";
import { defineRefusals } from "../../../lib/errors.ts";
import type { CallOperation } from "../../../mcp/call-operation.ts";
import { type Fact, factList, heading, page } from "../../../mcp/markdown.ts";
import { defineTool } from "../../../mcp/tool.ts";
import { cliOperations } from "../../agents/clis/model.ts";
import { type CostBackfill, ledgerOperations } from "../../usage/ledger/model.ts";
import { limits, maintenanceOperations, type RecoveryMode } from "./model.ts";
import { text } from "./text.ts";

const operations = maintenanceOperations;

const refusal = defineRefusals({
  no_scope: {
    status: 422,
    label: "Missing parameter",
    message: ({ action = "" }) => `${action} needs a job_class, a queue_name or both`,
  },
});

const { archiveDays, recoveryMinutes, delayMinutes } = limits;

const input = z.object({
  action: z.enum([
    "cleanup_processes",
    "retry_sessions",
    "archive_old",
    "cli_refresh",
    "cli_clear_cache",
    "backfill_token_usage",
    "enter_queue_recovery_mode",
    "exit_queue_recovery_mode",
    "list_queued_jobs",
    "discard_queued_jobs",
    "reschedule_queued_jobs",
  ]),
  session_ids: z
    .array(z.number().int())
    .max(100)
    .optional()
    .describe("For retry_sessions; by default ten that failed in the last 24 hours"),
  days: z
    .number()
    .optional()
    .describe(
      `For archive_old: ${archiveDays.least} to ${archiveDays.most}, ${archiveDays.usual} by default`,
    ),
  reason: z.string().max(500).optional().describe("For enter_queue_recovery_mode"),
  ttl_minutes: z
    .number()
    .optional()
    .describe(
      `For enter_queue_recovery_mode: ${recoveryMinutes.least} to ${recoveryMinutes.most}, ${recoveryMinutes.usual} by default`,
    ),
  job_class: z.string().max(500).optional().describe("The kind of the queued jobs"),
  queue_name: z.string().max(500).optional().describe("The queue of the jobs; the agents queue is protected"),
  expected_count: z
    .number()
    .int()
    .optional()
    .describe("Required to discard or reschedule: the number that list_queued_jobs reported"),
  delay_minutes: z
    .number()
    .optional()
    .describe(`For reschedule_queued_jobs: ${delayMinutes.least} to ${delayMinutes.most}`),
});
type Input = z.output<typeof input>;

/** What an action did: facts for the text, and the JSON of REST. */
interface Done {
  facts: object;
  lines: Fact[];
}

export const actionHealth = defineTool({
  name: "action_health",
  description:
    "Mends problems of the whole service: ends stray agent processes, retries failed sessions, archives old ones, checks the CLIs again, counts the calls in all their files again, holds the background queues, and discards or delays queued jobs.",
  effect: "destroy",
  input,
  async run(sent, { call }) {
    const { facts, lines } = await run(sent, call);
    return { text: page(heading(2, text.tool.title[sent.action]), factList(lines)), facts };
  },
});

async function run(sent: Input, call: CallOperation): Promise<Done> {
  switch (sent.action) {
    case "cleanup_processes":
      return told(await call(operations.cleanupProcesses, {}));
    case "retry_sessions":
      return told(await call(operations.retrySessions, { body: { session_ids: sent.session_ids } }));
    case "archive_old":
      return told(await call(operations.archiveOld, { body: { days: sent.days } }));
    case "cli_refresh":
      return told(await call(cliOperations.refreshClis, {}));
    case "cli_clear_cache":
      return told(await call(cliOperations.clearCliCache, {}));
    case "backfill_token_usage":
      return backfill(await call(ledgerOperations.requestCostBackfill, {}));
    case "enter_queue_recovery_mode":
      return mode(
        await call(operations.enterRecoveryMode, {
          body: { reason: sent.reason, ttl_minutes: sent.ttl_minutes },
        }),
      );
    case "exit_queue_recovery_mode":
      return mode(await call(operations.exitRecoveryMode, {}));
    case "list_queued_jobs":
    case "discard_queued_jobs":
    case "reschedule_queued_jobs":
      return onJobs(sent, call);
  }
}

/** The message, and the problems of single sessions or processes. */
function told(facts: { message: string; failed?: object[]; skipped?: object[] }): Done {
  const listed = (list: object[] | undefined) => list?.map((one) => Object.values(one).join(": ")).join("; ");
  return {
    facts,
    lines: [
      ["Message", facts.message],
      ["Failed", listed(facts.failed)],
      ["Skipped", listed(facts.skipped)],
    ],
  };
}

const backfill = (facts: CostBackfill): Done => ({
  facts,
  lines: [
    ["Pass", facts.run.status],
    ["Read so far", `${facts.ledger_coverage.progress_pct}%`],
  ],
});

const mode = (facts: RecoveryMode): Done => ({
  facts,
  lines: [
    ["Recovery mode", facts.active ? text.tool.on : text.tool.off],
    ["Until", facts.expires_at],
    ["Reason", facts.reason],
    ["Entered by", facts.entered_by],
    ["Paused queues", facts.paused_queues.join(", ")],
  ],
});

async function onJobs(sent: Input, call: CallOperation): Promise<Done> {
  const { action, job_class, queue_name, expected_count, delay_minutes } = sent;
  if (!job_class && !queue_name) throw refusal("no_scope", { action });
  const scope = { job_class, queue_name };
  const body = { ...scope, expected_count };
  if (action === "list_queued_jobs") {
    const facts = await call(operations.listQueuedJobs, { query: scope });
    return { facts, lines: [["Matched", facts.matched], ...perClass(facts.by_job_class)] };
  }
  if (action === "discard_queued_jobs") {
    const facts = await call(operations.discardQueuedJobs, { body });
    return { facts, lines: [["Discarded", facts.discarded], ...perClass(facts.by_job_class)] };
  }
  const facts = await call(operations.rescheduleQueuedJobs, { body: { ...body, delay_minutes } });
  return {
    facts,
    lines: [["Rescheduled", facts.rescheduled], ["Runs at", facts.run_at], ...perClass(facts.by_job_class)],
  };
}

const perClass = (counts: Record<string, number>): Fact[] => Object.entries(counts);
