import type { Pagination } from "../../../http/model.ts";
import {
  type Fact,
  factList,
  fence,
  glance,
  heading,
  jsonFence,
  oneLine,
  page,
} from "../../../mcp/markdown.ts";
import type { SessionLog } from "../../sessions/logs/model.ts";
import type { Session } from "../../sessions/sessions/model.ts";
import type { ArmedWake } from "../../sessions/wakes/model.ts";
import type { SubagentTranscript } from "../../transcripts/subagents/model.ts";
import type { EnqueuedMessage } from "../../turns/messages/model.ts";
import type { SessionExtras } from "../overview/model.ts";
import { text } from "./text.ts";

/** The response of E7: a session with its related facts. */
export type SessionOverview = SessionExtras & { session: Session };

export interface ShownTranscript {
  text: string;
  format: "text" | "json";
  /** Lines of the transcript before those shown. */
  linesBefore: number;
}

/** Everything that get_session read. */
export interface FoundSession {
  overview: SessionOverview;
  queue: { enqueued_messages: readonly EnqueuedMessage[] };
  wakes: readonly ArmedWake[];
  /** Null if not requested. */
  transcript: ShownTranscript | null;
  logs: { logs: readonly SessionLog[]; pagination: Pagination } | null;
  subagents: { subagent_transcripts: readonly SubagentTranscript[]; pagination: Pagination } | null;
}

const words = text.session;

const commas = (names: readonly string[]): string => (names.length === 0 ? text.none : names.join(", "));
const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

const section = (title: string, body: string): string => page(heading(3, title), body);

/** Formats a session for a model. */
export function sessionPage(found: FoundSession): string {
  const { session } = found.overview;
  return page(
    heading(2, words.heading(session.title)),
    section(words.basics, basics(found.overview)),
    section(words.repository, repository(session)),
    section(words.execution, execution(session)),
    goalPart(session),
    session.prompt === null ? null : section(words.prompt, fence(session.prompt)),
    session.session_notes === null ? null : section(words.notes, fence(session.session_notes)),
    section(words.jobs, jobs(session)),
    isEmpty(session.metadata) ? null : section(words.metadata, jsonFence(session.metadata)),
    isEmpty(session.custom_metadata)
      ? null
      : section(words.customMetadata, jsonFence(session.custom_metadata)),
    section(words.timestamps, timestamps(session)),
    section(words.hierarchy, hierarchy(found.overview)),
    humanPart(found.overview),
    queuePart(found),
    found.wakes.length === 0 ? null : section(words.wakes, wakeList(found.wakes)),
    transcriptPart(found),
    logPart(found),
    subagentPart(found),
  );
}

/** What it waits for, and why; null while it works. */
export const attentionLine = ({ attention }: Session): string | null =>
  attention && `${attention.kind}: ${oneLine(attention.reason)}`;

const basics = ({ session, activity }: SessionOverview): string =>
  factList([
    ["ID", session.id],
    ["Status", session.status],
    ["Attention", attentionLine(session)],
    ["Activity", activity === null ? null : text.activity(activity)],
    ["Slug", session.slug],
    ["Category", session.category?.name],
    ["Agent Runtime", session.agent_runtime],
    ["Goal", session.goal],
    ["Failure", session.failure_reason],
    ["Failure Detail", session.failure_detail],
  ]);

const repository = (session: Session): string =>
  factList([
    ["Repository", session.git_root],
    ["Branch", session.branch],
    ["Subdirectory", session.subdirectory],
  ]);

const execution = (session: Session): string =>
  factList([
    ["Model", typeof session.config["model"] === "string" ? session.config["model"] : null],
    ["MCP Servers", commas(session.all_mcp_servers)],
    ["Skills", commas(session.catalog_skills)],
    ["Class", session.priority_class],
    ["Heartbeat", text.heartbeat(session.heartbeat_enabled ? session.heartbeat_interval_seconds : null)],
  ]);

/** The recorded goal check (R219), independent of what the agent claims. */
function goalPart({ goal_check: check }: Session): string | null {
  if (check === null) return null;
  const verdict = check.provisional ? words.provisional(check.verdict) : check.verdict;
  const facts = factList([
    ["Goal", check.goal_id],
    ["Verdict", verdict],
    ...check.criteria.map(({ label, verdict: found, reason }): Fact => [label, `${found} (${reason})`]),
    ...check.pull_requests.map(({ url, state }): Fact => ["Pull Request", `${url} (${state ?? "unread"})`]),
  ]);
  return section(words.goal, facts);
}

const jobs = (session: Session): string =>
  factList([
    ["Conversation", session.session_id],
    ["Queued Job", session.job_id ?? text.none],
    ["Running Job", session.running_job_id ?? text.none],
  ]);

const timestamps = (session: Session): string =>
  factList([
    ["Created", session.created_at],
    ["Updated", session.updated_at],
    ["Asleep since", session.deliberate_sleep_at],
    ["Archived", session.archived_at],
  ]);

/** Human messages, newest last. */
export function humanPart({
  human_messages: messages,
}: Pick<SessionExtras, "human_messages">): string | null {
  if (messages.length === 0) return null;
  const lines = messages.map(
    ({
      author_display_name: author,
      channel_label: channel,
      occurred_at: at,
      authored_in_session_id: id,
      content,
    }) => `- ${at} ${oneLine(author)} (${channel}, session ${id}): ${glance(content, 500)}`,
  );
  return section(words.humanMessages, lines.join("\n"));
}

export const hierarchy = ({
  session_hierarchy: { nodes },
}: Pick<SessionExtras, "session_hierarchy">): string =>
  nodes
    .map(({ id, title, status, depth, current }) => {
      const mark = current ? ` ${words.thisOne}` : "";
      return `${"  ".repeat(depth)}- ${glance(title, 100)} (ID: ${id}, ${status})${mark}`;
    })
    .join("\n");

function queuePart({ queue: { enqueued_messages: messages } }: FoundSession): string | null {
  if (messages.length === 0) return null;
  const lines = messages.map(({ position, content }) => `${position}. ${glance(content, 300)}`);
  return section(words.queued, lines.join("\n"));
}

export const wakeList = (wakes: readonly ArmedWake[]): string =>
  wakes
    .map(({ id, wake_at: at, waits_for: event, prompt }) =>
      text.wake(id, at === null ? { event: String(event) } : { at }, glance(prompt, 200)),
    )
    .join("\n");

function transcriptPart({ transcript }: FoundSession): string {
  if (transcript === null) {
    return section(words.transcript, words.noTranscript);
  }
  const { format, linesBefore } = transcript;
  const cut = linesBefore === 0 ? "" : words.linesBefore(linesBefore);
  return page(heading(3, words.transcript), cut, fence(transcript.text, format === "json" ? "json" : ""));
}

function logPart({ logs }: FoundSession): string | null {
  if (logs === null) return null;
  const lines = logs.logs.map(
    ({ created_at, level, content }) => `- ${created_at} ${level}: ${oneLine(content)}`,
  );
  return page("---", heading(3, words.logs(logs.logs.length, logs.pagination.total_count)), lines.join("\n"));
}

function subagentPart({ subagents }: FoundSession): string | null {
  if (subagents === null) return null;
  const { subagent_transcripts: agents, pagination } = subagents;
  const lines = agents.map(
    ({ id, display_label, status }) =>
      `- ${oneLine(display_label)} (ID: ${id}, ${status ?? words.unknownStatus})`,
  );
  return page("---", heading(3, words.subagents(agents.length, pagination.total_count)), lines.join("\n"));
}
