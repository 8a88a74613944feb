import { resolve } from "node:path";
import { text as textOfStream } from "node:stream/consumers";
import { triggerOperations } from "../../domains/automation/triggers/model.ts";
import { changeOperations, type FileDiff, type SessionChanges } from "../../domains/review/changes/model.ts";
import { sessionLogOperations } from "../../domains/sessions/logs/model.ts";
import { type Session, sessionOperations } from "../../domains/sessions/sessions/model.ts";
import { overviewOperations } from "../../domains/surfaces/overview/model.ts";
import { transcriptOperations } from "../../domains/transcripts/transcripts/model.ts";
import { turnOperations } from "../../domains/turns/turns/model.ts";
import { costOperations } from "../../domains/usage/costs/model.ts";
import { print, printError } from "../output.ts";
import { usageRefusal } from "../parse-or-refuse.ts";
import { type ApiCommand, answer, type Typed } from "./api-command.ts";
import type { ServiceApi } from "./service-api.ts";
import { table } from "./table.ts";
import { text } from "./text.ts";
import { type Ending, endings, exitCodeOf, waitFor } from "./wait.ts";

const json = { "--json": "flag" } as const;
const waiting = { "--wait": "flag", "--timeout": "text" } as const;
const session = { name: "ID", key: "id", part: "params" } as const;
const sessions = { ...session, rest: "each" } as const;

/** A prompt may also come from a pipe, named `-`. */
const promptFrom = async (typed: unknown): Promise<string> => {
  if (typed === "-") return textOfStream(process.stdin);
  return typeof typed === "string" ? typed : "";
};

const newSession: ApiCommand = {
  usage: "new PROMPT",
  operation: sessionOperations.createSession,
  words: [{ name: "PROMPT", key: "prompt", part: "body", rest: "joined" }],
  own: { ...json, ...waiting, "--model": "text", "--effort": "text" },
  async run(api, typed) {
    const { body } = typed.parts;
    const { model, effort } = typed.own;
    const named = body["git_root"] ?? body["agent_root"];
    const config = { ...(body["config"] as object), ...(model && { model }), ...(effort && { effort }) };
    const sent = {
      ...body,
      prompt: await promptFrom(body["prompt"]),
      ...gitRoot(body["git_root"], named === undefined),
      ...(Object.keys(config).length > 0 && { config }),
    };
    const made = await api.call(sessionOperations.createSession, { body: sent });
    for (const words of made.warnings ?? []) printError(text.warning(words));
    if (typed.own["wait"] === true) return waitAndShow(api, typed, [String(made.session.id)]);
    answer(typed, made, () => text.started(made.session, api.url));
    return 0;
  },
};

/** A folder is meant as seen from here; without any, the one that the command runs in. */
function gitRoot(named: unknown, isNone: boolean): { git_root?: string } {
  if (isNone) return { git_root: process.cwd() };
  if (typeof named !== "string") return {};
  return { git_root: /^\.{0,2}\//.test(named) || /^\.{1,2}$/.test(named) ? resolve(named) : named };
}

const list: ApiCommand = {
  usage: "list",
  operation: sessionOperations.listSessions,
  words: [],
  own: json,
  async run(api, typed) {
    const found = await api.call(sessionOperations.listSessions, { query: typed.parts.query });
    answer(typed, found, () => listed(found.sessions, found.pagination.total_count));
    return 0;
  },
};

const search: ApiCommand = {
  usage: "search WORDS",
  operation: sessionOperations.searchSessions,
  words: [{ name: "WORDS", key: "q", part: "query", rest: "joined" }],
  own: json,
  hides: ["query"],
  async run(api, typed) {
    const found = await api.call(sessionOperations.searchSessions, { query: typed.parts.query });
    answer(typed, found, () => listed(found.sessions, found.pagination.total_count));
    return 0;
  },
};

function listed(found: readonly Session[], total: number | null): string {
  if (found.length === 0) return text.noSessions;
  const rows = table(found.map(text.row));
  return total === null || total <= found.length ? rows : `${rows}\n${text.more(found.length, total)}`;
}

const show: ApiCommand = {
  usage: "show ID",
  operation: overviewOperations.getSession,
  words: [session],
  own: json,
  async run(api, typed) {
    const found = await api.call(overviewOperations.getSession, inputOf(typed));
    answer(typed, found, () => text.session(found.session, api.url));
    return 0;
  },
};

const transcript: ApiCommand = {
  usage: "transcript ID",
  operation: transcriptOperations.getTranscript,
  words: [session],
  own: json,
  hides: ["format"],
  async run(api, typed) {
    const found = await api.call(transcriptOperations.getTranscript, inputOf(typed));
    answer(typed, found, () => (found as { transcript_text: string }).transcript_text);
    return 0;
  },
};

const send: ApiCommand = {
  usage: "send ID PROMPT",
  operation: turnOperations.followUp,
  words: [session, { name: "PROMPT", key: "prompt", part: "body", rest: "joined" }],
  own: { ...json, ...waiting },
  hides: ["attachments", "acting_session_id"],
  async run(api, typed) {
    const { params, body } = typed.parts;
    const prompt = await promptFrom(body["prompt"]);
    const sent = await api.call(turnOperations.followUp, {
      params: params as { id: string },
      body: { ...body, prompt },
    });
    if (typed.own["wait"] === true) return waitAndShow(api, typed, [String(sent.session.id)]);
    answer(typed, sent, () => sent.message);
    return 0;
  },
};

const wait: ApiCommand = {
  usage: "wait ID...",
  operation: overviewOperations.getSession,
  words: [sessions],
  own: { ...json, "--until": "text", "--timeout": "text" },
  hides: ["include_transcript", "viewed"],
  run: (api, typed) => waitAndShow(api, typed, typed.each),
};

async function waitAndShow(
  api: ServiceApi,
  typed: Pick<Typed, "own">,
  ids: readonly string[],
): Promise<number> {
  const found = await waitFor(api, { ids, until: readUntil(typed), timeoutMs: readTimeout(typed) });
  const line = ({ session: { id, status, attention }, ending }: (typeof found)[number]): string =>
    ending === null ? text.stillAtWork(id, status) : text.stopped(id, ending, attention?.reason ?? "");
  answer(typed, found, () => found.map(line).join("\n"));
  return exitCodeOf(found);
}

function readUntil({ own }: Pick<Typed, "own">): readonly Ending[] {
  const asked = String(own["until"] ?? "")
    .split(",")
    .filter((one) => one !== "");
  const unknown = asked.find((one) => !endings.some((known) => known === one));
  if (unknown !== undefined) throw usageRefusal(text.unknownEnding(unknown, endings));
  return asked.length === 0 ? endings : (asked as Ending[]);
}

function readTimeout({ own }: Pick<Typed, "own">): number | null {
  const typed = own["timeout"];
  if (typed === undefined) return null;
  const seconds = Number(typed);
  if (typed === "" || !(seconds >= 0)) throw usageRefusal(text.wrongValue("timeout", text.kinds.number));
  return seconds * 1_000;
}

const diff: ApiCommand = {
  usage: "diff ID [PATH]",
  operation: changeOperations.fileDiff,
  words: [session, { name: "PATH", key: "path", part: "query", optional: true }],
  own: json,
  hides: ["offset"],
  async run(api, typed) {
    const { path, ...query } = typed.parts.query;
    const params = typed.parts.params as { id: string };
    if (typeof path === "string") {
      const found = await wholeDiff(api, { id: params.id, path, query });
      answer(typed, { path, diff: found }, () => found.trimEnd());
      return 0;
    }
    const changes = await api.call(changeOperations.sessionChanges, { params, query });
    if (typed.own["json"] === true) print(JSON.stringify(changes, null, 2));
    else await printDiffs(api, { id: params.id, changes, query });
    return 0;
  },
};

async function printDiffs(
  api: ServiceApi,
  { id, changes, query }: { id: string; changes: SessionChanges; query: object },
): Promise<void> {
  if (changes.files.length === 0) return print(text.noChanges);
  for (const { path } of changes.files) print((await wholeDiff(api, { id, path, query })).trimEnd());
}

async function wholeDiff(
  api: ServiceApi,
  { id, path, query }: { id: string; path: string; query: object },
): Promise<string> {
  let whole = "";
  for (let offset: number | null = 0; offset !== null; ) {
    const page: FileDiff = await api.call(changeOperations.fileDiff, {
      params: { id },
      query: { ...query, path, offset },
    });
    whole += page.diff;
    offset = page.next_offset;
  }
  return whole;
}

const archive: ApiCommand = {
  usage: "archive ID...",
  operation: turnOperations.archiveSession,
  words: [sessions],
  own: json,
  async run(api, typed) {
    for (const id of typed.each) {
      const done = await api.call(turnOperations.archiveSession, { params: { id }, body: typed.parts.body });
      answer(typed, done, () => done.message);
    }
    return 0;
  },
};

export const sessionLogs: ApiCommand = {
  usage: "logs [ID]",
  operation: sessionLogOperations.listLogs,
  words: [{ name: "ID", key: "session_id", part: "params" }],
  own: json,
  async run(api, typed) {
    const found = await api.call(sessionLogOperations.listLogs, inputOf(typed));
    const rows = () => found.logs.toReversed().map((log) => [log.created_at, log.level, log.content]);
    answer(typed, found, () => (found.logs.length === 0 ? text.noLogs : table(rows())));
    return 0;
  },
};

const triggers: ApiCommand = {
  usage: "triggers",
  operation: triggerOperations.listTriggers,
  words: [],
  own: json,
  async run(api, typed) {
    const found = await api.call(triggerOperations.listTriggers, inputOf(typed));
    const rows = () => found.triggers.map((one) => text.trigger({ ...one, next: one.next_fire_at }));
    answer(typed, found, () => (found.triggers.length === 0 ? text.noTriggers : table(rows())));
    return 0;
  },
};

const trigger: ApiCommand = {
  usage: "trigger ID",
  operation: triggerOperations.invokeTrigger,
  words: [session],
  own: json,
  async run(api, typed) {
    const fired = await api.call(triggerOperations.invokeTrigger, inputOf(typed));
    answer(typed, fired, () => fired.message);
    return 0;
  },
};

const costs: ApiCommand = {
  usage: "costs",
  operation: costOperations.getCosts,
  words: [],
  own: json,
  hides: ["utc_offset"],
  async run(api, typed) {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const query = { timezone: timeZone, ...typed.parts.query };
    const found = await api.call(costOperations.getCosts, { query });
    const { window, totals, by_model: models } = found;
    const sum = { ...window, total: totals.cost_usd, calls: totals.api_calls };
    const rows = models.map(({ model, cost_usd }) => [text.cost(cost_usd), model]);
    answer(typed, found, () => [text.costs(sum), ...(rows.length > 0 ? ["", table(rows)] : [])].join("\n"));
    return 0;
  },
};

/** What was read of the arguments, as an operation takes it: the service validates it. */
const inputOf = ({ parts }: Pick<Typed, "parts">) => parts as never;

export const apiCommands = {
  new: newSession,
  list,
  search,
  show,
  transcript,
  send,
  wait,
  diff,
  archive,
  triggers,
  trigger,
  costs,
} as const satisfies Record<string, ApiCommand>;
