import type { Pagination } from "../../http/model.ts";
import { factList, fence, heading, jsonFence, page } from "../../mcp/markdown.ts";
import type { EnqueuedMessage } from "../messages/model.ts";
import type { SessionLog } from "../session-logs/model.ts";
import type { Session } from "../sessions/model.ts";
import type { SubagentTranscript } from "../subagents/model.ts";
import type { ArmedWake } from "../wakes/model.ts";
import type { SessionOverview } from "./ports.ts";
import { glance } from "./rules.ts";

export interface ShownTranscript {
  text: string;
  format: "text" | "json";
  /** Lines of the transcript before those shown. */
  linesBefore: number;
}

/** All that one look at a session found. */
export interface FoundSession {
  overview: SessionOverview;
  queued: readonly EnqueuedMessage[];
  wakes: readonly ArmedWake[];
  /** Null when it was not asked for. */
  transcript: ShownTranscript | null;
  logs: { logs: readonly SessionLog[]; pagination: Pagination } | null;
  subagents: { subagent_transcripts: readonly SubagentTranscript[]; pagination: Pagination } | null;
}

const commas = (names: readonly string[]): string => (names.length === 0 ? "none" : names.join(", "));
const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

const section = (title: string, body: string): string => page(heading(3, title), body);

/** A session as a model reads it. */
export function sessionPage(found: FoundSession): string {
  const { session } = found.overview;
  return page(
    heading(2, `Session: ${session.title}`),
    section("Basic Information", basics(session)),
    section("Git Configuration", repository(session)),
    section("Execution", execution(session)),
    session.prompt === null ? null : section("Current Prompt", fence(session.prompt)),
    section("Job Information", jobs(session)),
    isEmpty(session.metadata) ? null : section("System Metadata", jsonFence(session.metadata)),
    isEmpty(session.custom_metadata) ? null : section("Custom Metadata", jsonFence(session.custom_metadata)),
    section("Timestamps", timestamps(session)),
    section("Session Hierarchy", hierarchy(found.overview)),
    found.queued.length === 0 ? null : section("Queued Messages", queue(found.queued)),
    found.wakes.length === 0 ? null : section("Armed Wakes", wakeList(found.wakes)),
    transcriptPart(found),
    logPart(found),
    subagentPart(found),
  );
}

const basics = (session: Session): string =>
  factList([
    ["ID", session.id],
    ["Status", session.status],
    ["Slug", session.slug],
    ["Agent Runtime", session.agent_runtime],
    ["Goal", session.goal],
    ["Failure", session.failure_reason],
    ["Failure Detail", session.failure_detail],
    ["Notes", session.session_notes],
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
    ["Heartbeat", session.heartbeat_enabled ? `every ${session.heartbeat_interval_seconds} s` : "off"],
  ]);

const jobs = (session: Session): string =>
  factList([
    ["Conversation", session.session_id],
    ["Queued Job", session.job_id ?? "none"],
    ["Running Job", session.running_job_id ?? "none"],
  ]);

const timestamps = (session: Session): string =>
  factList([
    ["Created", session.created_at],
    ["Updated", session.updated_at],
    ["Asleep since", session.deliberate_sleep_at],
    ["Archived", session.archived_at],
  ]);

const hierarchy = ({ session_hierarchy: { nodes } }: SessionOverview): string =>
  nodes
    .map(({ id, title, status, depth, current }) => {
      const mark = current ? " (this one)" : "";
      return `${"  ".repeat(depth)}- ${glance(title, 100)} (ID: ${id}, ${status})${mark}`;
    })
    .join("\n");

const queue = (messages: readonly EnqueuedMessage[]): string =>
  messages.map(({ position, content }) => `${position}. ${glance(content, 300)}`).join("\n");

export const wakeList = (wakes: readonly ArmedWake[]): string =>
  wakes.map(({ id, wake_at, prompt }) => `- Wake ${id} at ${wake_at}: ${glance(prompt, 200)}`).join("\n");

function transcriptPart({ transcript }: FoundSession): string {
  if (transcript === null) {
    return section("Transcript", "Left out; ask with include_transcript to read it.");
  }
  const { text, format, linesBefore } = transcript;
  const cut = linesBefore === 0 ? "" : `The ${linesBefore} lines before were left out.`;
  return page(heading(3, "Transcript"), cut, fence(text, format === "json" ? "json" : ""));
}

function logPart({ logs }: FoundSession): string | null {
  if (logs === null) return null;
  const lines = logs.logs.map(({ created_at, level, content }) => `- ${created_at} ${level}: ${content}`);
  return page("---", heading(3, `Logs (${shown(logs.logs, logs.pagination)})`), lines.join("\n"));
}

function subagentPart({ subagents }: FoundSession): string | null {
  if (subagents === null) return null;
  const { subagent_transcripts: agents, pagination } = subagents;
  const lines = agents.map(
    ({ id, display_label, status }) => `- ${display_label} (ID: ${id}, ${status ?? "state unknown"})`,
  );
  return page("---", heading(3, `Subagent Transcripts (${shown(agents, pagination)})`), lines.join("\n"));
}

const shown = (items: readonly unknown[], { total_count }: Pagination): string =>
  `${items.length} of ${total_count ?? "many"}`;
