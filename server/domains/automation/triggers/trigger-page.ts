import { type Fact, factList, fence, heading, jsonFence, oneLine, page } from "../../../mcp/markdown.ts";
import type { HistoryEntry } from "./history-model.ts";
import type { Trigger, TriggeredSession } from "./model.ts";

const commas = (names: readonly string[]): string => (names.length === 0 ? "none" : names.join(", "));

const basics = (trigger: Trigger): Fact[] => [
  ["ID", trigger.id],
  ["Conditions", commas(trigger.conditions.map(({ condition_type: type }) => type))],
  ["Status", trigger.status],
  ["Agent Root", trigger.agent_root_name],
  ["Last Error", trigger.last_error],
];

/** A trigger in a list. */
export const triggerBlock = (trigger: Trigger): string =>
  page(
    heading(3, `${trigger.name} (ID: ${trigger.id})`),
    factList([...basics(trigger).slice(1), ["Last Triggered", trigger.last_triggered_at]]),
  );

interface Facts {
  trigger: Trigger;
  recent_sessions?: TriggeredSession[];
  history?: HistoryEntry[];
}

const historyShown = 10;

const historyLine = ({
  last_at,
  outcome,
  count,
  cause,
  summary,
  reason,
  session_id,
}: HistoryEntry): string => {
  const often = count === 1 ? "" : ` (${count} times)`;
  const why = [summary, reason ?? "", session_id === null ? "" : `session ${session_id}`].filter(Boolean);
  return `- ${last_at} ${outcome}${often}, by ${cause}: ${oneLine(why.join("; "))}`;
};

/** A trigger in full, below a heading that names the outcome. */
export function triggerPage(
  outcome: string,
  { trigger, recent_sessions: recent = [], history = [] }: Facts,
  warnings: readonly string[] = [],
): string {
  const conditions = trigger.conditions.map(
    ({ id, condition_type: type, description, problem, configuration }) =>
      page(
        `- ${type} (ID: ${id}): ${description}`,
        problem === null ? null : `Does not fire at present: ${problem}.`,
        jsonFence(configuration),
      ),
  );
  const sessions = recent.map(({ id, title, status }) => `- ${oneLine(title)} (ID: ${id}, ${status})`);
  return page(
    heading(2, outcome),
    factList([
      ["Name", trigger.name],
      ...basics(trigger),
      [
        "Reuse Session",
        trigger.reuse_session ? `session ${trigger.last_session_id ?? "not created yet"}` : "no",
      ],
      ["MCP Servers", commas(trigger.mcp_servers)],
      ["Goal", trigger.goal],
      ["Class", trigger.effective_scheduling_class],
      ["Sandbox", trigger.sandbox],
      ["Sessions Created", trigger.sessions_created_count],
      ["Next Run", trigger.next_fire_at],
      ["Last Triggered", trigger.last_triggered_at],
      ...warnings.map((warning): Fact => ["Warning", warning]),
    ]),
    page(heading(3, "Prompt Template"), fence(trigger.prompt_template)),
    conditions.length === 0 ? null : page(heading(3, "Conditions"), ...conditions),
    history.length === 0
      ? null
      : page(heading(3, "History"), history.slice(0, historyShown).map(historyLine).join("\n")),
    sessions.length === 0 ? null : page(heading(3, "Recent Sessions"), sessions.join("\n")),
  );
}
