import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Answer, Session } from "../../support/service.ts";
import type { Clients } from "./clients.ts";
import type { Facts } from "./facts.ts";
import type { Random } from "./random.ts";
import type { KnownSession } from "./workload.ts";

export interface OperationContext {
  random: Random;
  clients: Clients;
  facts: Facts;
  problems: string[];
  /** Known to exist. */
  sessions: KnownSession[];
  /** A unique number within the campaign. */
  next(): number;
}

export interface Operation {
  url: string;
  session: KnownSession;
  /** The session's number; an operation needs a session that has one. */
  id: number;
}

/** A write whose answer was cut off, which is repeated with its key. */
export interface CutOffWrite {
  repeat(url: string): Promise<void>;
}

type OperationBody = (context: OperationContext, target: Operation) => Promise<void>;

interface Call {
  path: string;
  method?: string;
  body?: object;
}

const named = (letter: string, n: number): string => `${letter}${String(n).padStart(4, "0")}x`;

/** Carried out now, or before its answer was cut off. */
const isDone = ({ status, body }: Answer<unknown>): boolean =>
  status < 300 || (body as { carried_out?: boolean }).carried_out === true;

/** Sends a write with a key of its own. One whose answer is cut off is kept, and repeated with the same key. */
async function write<T>(
  { next }: OperationContext,
  { session, url }: Operation,
  send: (url: string, key: string) => Promise<Answer<T>>,
  onAnswer: (answer: Answer<T>) => void = () => {},
): Promise<void> {
  const key = `write-${next()}`;
  const attempt = async (at: string): Promise<void> => onAnswer(await send(at, key));
  await attempt(url).catch(() => session.cutOff.push({ repeat: attempt }));
}

/** Repeats what was cut off, in order; what is cut off once more is kept. */
export async function repeatCutOff(url: string, { cutOff }: KnownSession): Promise<void> {
  for (const one of cutOff.splice(0)) await one.repeat(url).catch(() => cutOff.push(one));
}

/** A refusal is an answer like any other; only a server error is a problem. */
async function call<T>(
  context: OperationContext,
  target: Operation,
  { path: given, method = "POST", body }: Call,
  onAnswer: (answer: Answer<T>) => void = () => {},
): Promise<void> {
  const path = given.startsWith("/") ? given : `/sessions/${target.id}/${given}`;
  await write<T>(
    context,
    target,
    (url, key) => context.clients.keyed<T>(url, key, { path, method, body }),
    (answer) => {
      if (answer.status >= 500) context.problems.push(`${method} ${path} answered ${answer.status}`);
      onAnswer(answer);
    },
  );
}

/** A tool of the session's agent. */
const useTool = (
  context: OperationContext,
  target: Operation,
  { name, input }: { name: string; input: object },
  onAnswer?: (answer: Answer) => void,
): Promise<void> =>
  write(
    context,
    target,
    (url, key) =>
      context.clients.tool(url, target.id, { name, arguments: { ...input, idempotency_key: key } }),
    onAnswer,
  );

/** Leaves uncommitted work in the clone. */
async function leaveWork({ facts, next }: OperationContext, { session, id }: Operation): Promise<void> {
  const clone = facts.conversations().find((row) => row.id === id)?.clonePath;
  if (!clone || session.inTrash) return;
  const name = `kept-${next()}.txt`;
  const written = await writeFile(join(clone, name), name).then(
    () => true,
    () => false,
  );
  if (written) session.files.push(name);
}

async function archive(context: OperationContext, target: Operation, inBulk: boolean): Promise<void> {
  const { session, id } = target;
  if (context.random.chance(0.5)) await leaveWork(context, target);
  session.inTrash = true;
  const body = { end_turn: true };
  if (!inBulk) {
    return call(context, target, { path: "archive", body }, (answer) => {
      session.inTrash = isDone(answer);
    });
  }
  const bulk = { path: "/sessions/bulk_archive", body: { session_ids: [id], ...body } };
  await call<{ archived_count?: number }>(context, target, bulk, (answer) => {
    session.inTrash = isDone(answer) && answer.body.archived_count !== 0;
  });
}

export const unarchive = (context: OperationContext, target: Operation): Promise<void> =>
  call(context, target, { path: "unarchive" }, ({ status }) => {
    if (status < 500) target.session.inTrash = false;
  });

/** What a person, a caller, a tool or the agent itself does to a session besides writing to it. */
export const operations = {
  async "arm a wake"(context, target) {
    const wake = { marker: named("W", context.next()), armed: false };
    target.session.wakes.push(wake);
    const input = { wake_at: "2099-01-01T09:00", prompt: `${wake.marker}\n#script say Woken.` };
    await useTool(context, target, { name: "wake_me_up_later", input }, (answer) => {
      wake.armed = isDone(answer);
    });
  },

  "cancel the wakes": (context, target) =>
    useTool(context, target, { name: "action_session", input: { action: "cancel_wakes" } }),

  async "archive itself"(context, target) {
    const input = { action: "archive", end_turn: context.random.chance(0.8) };
    target.session.inTrash = true;
    await useTool(context, target, { name: "action_session", input });
  },

  async "ask and answer"(context, target) {
    const { clients, random, next, problems } = context;
    const { url, session, id } = target;
    const question = { id: named("crash-Q", next()), answered: false };
    const asked = await clients.question(url, id, {
      mode: "form",
      message: "Which colour?",
      requestedSchema: { type: "object", properties: { colour: { type: "string" } }, required: ["colour"] },
      _meta: { "com.pulsemcp/request-id": question.id },
    });
    if (asked.status >= 500) problems.push(`a question was answered ${asked.status}`);
    if (asked.status !== 201) return;
    session.questions.push(question);
    await pause(random.between(0, 400));
    const body = { action_type: "accept", content: { colour: "red" } };
    const path = `/elicitations/${question.id}/respond`;
    await write(
      context,
      target,
      (at, key) => clients.board(at, key, { method: "PATCH", path, body }),
      (answer) => {
        if (answer.status >= 500) problems.push(`an answer was answered ${answer.status}`);
        question.answered = isDone(answer);
      },
    );
  },

  async fork(context, target) {
    const lines = context.facts.lineCount(target.id);
    if (lines === 0) return;
    const index = context.random.between(0, lines - 1);
    const body = { message_index: index };
    await call<{ session?: Session }>(context, target, { path: "fork", body }, (answer) => {
      if (isDone(answer)) target.session.forkCount += 1;
      if (answer.body.session) target.session.forks.push({ id: answer.body.session.id, index });
    });
  },

  archive: (context, target) => archive(context, target, false),
  "archive in bulk": (context, target) => archive(context, target, true),

  async "archive and restore"(context, target) {
    await archive(context, target, false);
    await pause(context.random.between(0, 300));
    // The order of the two must stay.
    if (target.session.inTrash && target.session.cutOff.length === 0) await unarchive(context, target);
  },

  async heartbeat(context, target) {
    const body = { enabled: context.random.chance(0.7), interval_seconds: 30 };
    await call(context, target, { path: "heartbeat", method: "PATCH", body });
  },

  async notes(context, target) {
    const text = `note ${context.next()}`;
    const { session } = target;
    session.notes = [...session.notes, text];
    const body = { session_notes: text };
    await call(context, target, { path: "notes", method: "PATCH", body }, (answer) => {
      if (isDone(answer)) session.notes = [text];
    });
  },

  sleep: (context, target) => call(context, target, { path: "sleep" }),

  async restart(context, target) {
    if (!target.session.inTrash) await call(context, target, { path: "restart" });
  },

  refresh: (context, target) => call(context, target, { path: "refresh" }),

  async "refresh all"(context, target) {
    if (context.random.chance(0.2)) await call(context, target, { path: "/sessions/refresh_all" });
  },

  summary: (context, target) => call(context, target, { path: "regenerate_status_summary" }),

  async "choose a class"(context, target) {
    const scheduling_class = context.random.pick(["priority", "priority", "spot", null]);
    await call(context, target, {
      path: `/sessions/${target.id}`,
      method: "PATCH",
      body: { scheduling_class },
    });
  },

  async "limit the queue"({ clients, random, problems, next }, { url }) {
    const policy = { max_concurrent_sessions: random.between(1, 3), preemption_enabled: random.chance(0.8) };
    const change = { method: "PATCH", path: "/inference/spot_policy", body: policy };
    const { status } = await clients.board(url, `limit-${next()}`, change);
    if (status >= 500) problems.push(`a new policy was answered ${status}`);
  },

  async "pause into the queue"(context, target) {
    if (!target.session.inTrash) await call(context, target, { path: "pause_into_spot_queue" });
  },

  "start now": (context, target) => call(context, target, { path: "start_now" }),

  async "force a start"(context, target) {
    const victims = context.sessions.flatMap(({ id }) => (id === null || id === target.id ? [] : [id]));
    const [expected_victim_id] = context.random.sample(victims, 1);
    await call(context, target, { path: "force_start", body: { expected_victim_id } });
  },

  async "pause all and resume"({ clients, random, problems, next }, { url }) {
    if (!random.chance(0.3)) return;
    const all = (what: "pause" | "resume") =>
      clients.board(url, `${what}-all-${next()}`, { method: "POST", path: `/spot_queue/${what}_all` });
    const paused = await all("pause");
    await pause(random.between(0, 300));
    const resumed = await all("resume");
    for (const { status } of [paused, resumed])
      if (status !== 200) problems.push(`pausing and resuming all was answered ${status}`);
  },

  async remove(context, target) {
    if (!context.random.chance(0.2)) return;
    target.session.gone = true;
    await call(context, target, { path: `/sessions/${target.id}`, method: "DELETE" });
  },
} satisfies Record<string, OperationBody>;

export const operationNames = Object.keys(operations) as (keyof typeof operations)[];
