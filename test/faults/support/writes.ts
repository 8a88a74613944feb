import { plainTrigger } from "../../support/triggers.ts";

type Body = Record<string, unknown>;

/** What the writes are about. The sessions have a transcript; the one that is forked has nothing else to do. */
export interface Subjects {
  gitRoot: string;
  session: number;
  forked: number;
  /** The last line of its transcript. */
  lastLine: number;
  /** Of `session`. */
  child: number;
  trigger: number;
}

/** Sessions of one round, which it changes for good. */
export interface Spares {
  archived: number;
  removed: number;
}

export type Sent =
  | { by: "api"; method: "POST" | "PATCH" | "DELETE"; path: string; body?: Body }
  /** A tool of the MCP endpoint. */
  | { by: "mcp"; tool: string; input: Body }
  /** A tool of the server that the session's agent has. */
  | { by: "agent"; session: number; tool: string; input: Body };

export interface KeyedWrite {
  name: string;
  sent: Sent;
  /** A figure that changes by one if the write was carried out once; a write that was undone again leaves it. */
  rows: string;
}

const post = (path: string, body: Body): Sent => ({ by: "api", method: "POST", path, body });
const count = (table: string, where: string): string => `SELECT COUNT(*) FROM ${table} WHERE ${where}`;
const messages = (text: string): string => count("enqueued_messages", `content LIKE '%${text}%'`);
const sessions = (title: string): string => count("sessions", `title = '${title}'`);

/** One write of each kind that stores something; `marker` is in what it stores. */
export const writesOf = (subjects: Subjects, spares: Spares, marker: string): KeyedWrite[] => [
  ...turnWrites(subjects, marker),
  ...sessionWrites(subjects, spares, marker),
  ...triggerWrites(subjects, marker),
  ...toolWrites(subjects, marker),
  ...agentWrites(subjects, marker),
];

function turnWrites({ gitRoot, session, child }: Subjects, marker: string): KeyedWrite[] {
  const created = { git_root: gitRoot, prompt: "#script say Made.", title: `${marker} made` };
  return [
    { name: "create a session", sent: post("/sessions", created), rows: sessions(created.title) },
    {
      name: "follow up",
      sent: post(`/sessions/${session}/follow_up`, { prompt: `#script say ${marker} followed.` }),
      rows: messages(`${marker} followed`),
    },
    {
      name: "queue a message",
      sent: post(`/sessions/${session}/enqueued_messages`, { content: `#script say ${marker} queued.` }),
      rows: messages(`${marker} queued`),
    },
    {
      name: "report to the parent",
      sent: post(`/sessions/${child}/message_parent`, { message: `${marker} reported`, reason: "other" }),
      rows: messages(`${marker} reported`),
    },
  ];
}

function sessionWrites({ forked, lastLine }: Subjects, spares: Spares, marker: string): KeyedWrite[] {
  return [
    {
      name: "fork a session",
      sent: post(`/sessions/${forked}/fork`, { message_index: lastLine }),
      rows: count("sessions", `forked_from_session_id = ${forked}`),
    },
    {
      name: "write notes",
      sent: {
        by: "api",
        method: "PATCH",
        path: `/sessions/${forked}/notes`,
        body: { session_notes: marker },
      },
      rows: count("sessions", `id = ${forked} AND session_notes = '${marker}'`),
    },
    {
      name: "toggle a favorite",
      sent: post(`/sessions/${forked}/toggle_favorite`, {}),
      rows: `SELECT favorited FROM sessions WHERE id = ${forked}`,
    },
    {
      name: "archive a session",
      sent: post(`/sessions/${spares.archived}/archive`, {}),
      rows: count("sessions", `id = ${spares.archived} AND status = 'archived'`),
    },
    {
      name: "delete a session",
      sent: { by: "api", method: "DELETE", path: `/sessions/${spares.removed}` },
      rows: count("sessions", `id = ${spares.removed}`),
    },
    {
      name: "write a line of the log",
      sent: post(`/sessions/${forked}/logs`, { content: `${marker} noted`, level: "info" }),
      rows: count("session_logs", `content = '${marker} noted'`),
    },
    {
      name: "record a subagent",
      sent: post(`/sessions/${forked}/subagent_transcripts`, { agent_id: `${marker}-agent` }),
      rows: count("subagent_transcripts", `agent_id = '${marker}-agent'`),
    },
  ];
}

function triggerWrites({ trigger }: Subjects, marker: string): KeyedWrite[] {
  return [
    {
      name: "create a trigger",
      sent: post("/triggers", { ...plainTrigger, name: `${marker} trigger` }),
      rows: count("triggers", `name = '${marker} trigger'`),
    },
    {
      name: "fire a trigger",
      sent: post(`/triggers/${trigger}/invoke`, {}),
      rows: count("trigger_sessions", `trigger_id = ${trigger}`),
    },
  ];
}

/** What a client does with the tools of the MCP endpoint. */
function toolWrites({ gitRoot, session, forked }: Subjects, marker: string): KeyedWrite[] {
  const tool = (name: string, input: Body): Sent => ({ by: "mcp", tool: name, input });
  const started = { git_root: gitRoot, prompt: "#script say Made.", title: `${marker} started` };
  const followed = { session_id: session, action: "follow_up", prompt: `#script say ${marker} told.` };
  const queued = { session_id: session, action: "create", content: `#script say ${marker} sent.` };
  const created = { action: "create", ...plainTrigger, name: `${marker} tool's trigger` };
  return [
    { name: "start_session", sent: tool("start_session", started), rows: sessions(started.title) },
    {
      name: "action_session, follow_up",
      sent: tool("action_session", followed),
      rows: messages(`${marker} told`),
    },
    {
      name: "manage_enqueued_messages, create",
      sent: tool("manage_enqueued_messages", queued),
      rows: messages(`${marker} sent`),
    },
    {
      name: "action_session, update_title",
      sent: tool("action_session", { session_id: forked, action: "update_title", title: `${marker} named` }),
      rows: sessions(`${marker} named`),
    },
    {
      name: "action_trigger, create",
      sent: tool("action_trigger", created),
      rows: count("triggers", `name LIKE '${marker} tool%'`),
    },
  ];
}

/** What an agent does with the tools of its own session. */
function agentWrites({ session, forked, child }: Subjects, marker: string): KeyedWrite[] {
  const tool = (of: number, name: string, input: Body): Sent => ({
    by: "agent",
    session: of,
    tool: name,
    input,
  });
  const wake = { wake_at: "2099-01-01T09:00", prompt: `${marker} woken` };
  const watch = { watched_session_id: forked, event_name: "session_failed", prompt: `${marker} seen` };
  const report = { action: "message_parent", message: `${marker} spoke to its parent` };
  return [
    {
      name: "wake_me_up_later",
      sent: tool(forked, "wake_me_up_later", wake),
      rows: count("wakes", `prompt = '${wake.prompt}'`),
    },
    {
      name: "wake_me_up_when_session_changes_state",
      sent: tool(session, "wake_me_up_when_session_changes_state", watch),
      rows: count("triggers", `prompt_template = '${watch.prompt}'`),
    },
    {
      name: "action_session, message_parent",
      sent: tool(child, "action_session", report),
      rows: messages(report.message),
    },
  ];
}
