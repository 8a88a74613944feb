import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Session } from "../../support/service.ts";
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

type OperationBody = (context: OperationContext, target: Operation) => Promise<void>;

const named = (letter: string, n: number): string => `${letter}${String(n).padStart(4, "0")}x`;

/** A refusal is an answer like any other; only a server error is a problem. */
async function post<T>(
  { clients, problems }: OperationContext,
  { url, id }: Operation,
  call: { path: string; method?: string; body?: object },
): Promise<{ status: number; body: T }> {
  const path = call.path.startsWith("/") ? call.path : `/sessions/${id}/${call.path}`;
  const { status, body } = await clients.key<T>(url, call.method ?? "POST", path, call.body);
  if (status >= 500) problems.push(`${call.method ?? "POST"} ${path} answered ${status}`);
  return { status, body };
}

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
  const { status, body } = inBulk
    ? await post<{ archived_count?: number }>(context, target, {
        path: "/sessions/bulk_archive",
        body: { session_ids: [id], end_turn: true },
      })
    : await post<{ archived_count?: number }>(context, target, { path: "archive", body: { end_turn: true } });
  session.inTrash = status < 300 && (!inBulk || body.archived_count === 1);
}

export async function unarchive(context: OperationContext, target: Operation): Promise<void> {
  const { status } = await post(context, target, { path: "unarchive" });
  if (status < 500) target.session.inTrash = false;
}

/** What a person, a caller, a tool or the agent itself does to a session besides writing to it. */
export const operations = {
  async "arm a wake"({ clients, next }, { url, session, id }) {
    const wake = { marker: named("W", next()), armed: false };
    session.wakes.push(wake);
    const prompt = `${wake.marker}\n#script say Woken.`;
    wake.armed = await clients.agent(url, id, "wake_me_up_later", { wake_at: "2099-01-01T09:00", prompt });
  },

  async "cancel the wakes"({ clients }, { url, id }) {
    await clients.agent(url, id, "action_session", { action: "cancel_wakes" });
  },

  async "archive itself"({ clients, random }, { url, session, id }) {
    const endTurn = random.chance(0.8);
    session.inTrash = true;
    await clients.agent(url, id, "action_session", { action: "archive", end_turn: endTurn });
  },

  async "ask and answer"({ clients, random, next, problems }, { url, session, id }) {
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
    const { status } = await clients.board(url, "PATCH", `/elicitations/${question.id}/respond`, body);
    if (status >= 500) problems.push(`an answer was answered ${status}`);
    question.answered = status === 200;
  },

  async fork(context, target) {
    const lines = context.facts.lineCount(target.id);
    if (lines === 0) return;
    const index = context.random.between(0, lines - 1);
    const answer = await post<{ session: Session }>(context, target, {
      path: "fork",
      body: { message_index: index },
    });
    if (answer.status === 201) target.session.forks.push({ id: answer.body.session.id, index });
  },

  archive: (context, target) => archive(context, target, false),
  "archive in bulk": (context, target) => archive(context, target, true),

  async "archive and restore"(context, target) {
    await archive(context, target, false);
    await pause(context.random.between(0, 300));
    if (target.session.inTrash) await unarchive(context, target);
  },

  async heartbeat(context, target) {
    const body = { enabled: context.random.chance(0.7), interval_seconds: 30 };
    await post(context, target, { path: "heartbeat", method: "PATCH", body });
  },

  async notes(context, target) {
    const text = `note ${context.next()}`;
    const { notes } = target.session;
    target.session.notes = [...notes, text];
    const body = { session_notes: text };
    if ((await post(context, target, { path: "notes", method: "PATCH", body })).status === 200)
      target.session.notes = [text];
  },

  async sleep(context, target) {
    await post(context, target, { path: "sleep" });
  },

  async restart(context, target) {
    if (!target.session.inTrash) await post(context, target, { path: "restart" });
  },

  async refresh(context, target) {
    await post(context, target, { path: "refresh" });
  },

  async "refresh all"(context, target) {
    if (context.random.chance(0.2)) await post(context, target, { path: "/sessions/refresh_all" });
  },

  async summary(context, target) {
    await post(context, target, { path: "regenerate_status_summary" });
  },

  async "choose a class"(context, target) {
    const scheduling_class = context.random.pick(["priority", "priority", "spot", null]);
    await post(context, target, {
      path: `/sessions/${target.id}`,
      method: "PATCH",
      body: { scheduling_class },
    });
  },

  async "limit the queue"({ clients, random, problems }, { url }) {
    const policy = { max_concurrent_sessions: random.between(1, 3), preemption_enabled: random.chance(0.8) };
    const { status } = await clients.board(url, "PATCH", "/inference/spot_policy", policy);
    if (status >= 500) problems.push(`a new policy was answered ${status}`);
  },

  async "pause into the queue"(context, target) {
    if (!target.session.inTrash) await post(context, target, { path: "pause_into_spot_queue" });
  },

  async "start now"(context, target) {
    await post(context, target, { path: "start_now" });
  },

  async "force a start"(context, target) {
    const victims = context.sessions.flatMap(({ id }) => (id === null || id === target.id ? [] : [id]));
    const [expected_victim_id] = context.random.sample(victims, 1);
    await post(context, target, { path: "force_start", body: { expected_victim_id } });
  },

  async "pause all and resume"({ clients, random, problems }, { url }) {
    if (!random.chance(0.3)) return;
    const paused = await clients.board(url, "POST", "/spot_queue/pause_all");
    await pause(random.between(0, 300));
    const resumed = await clients.board(url, "POST", "/spot_queue/resume_all");
    for (const { status } of [paused, resumed])
      if (status !== 200) problems.push(`pausing and resuming all was answered ${status}`);
  },

  async remove(context, target) {
    if (!context.random.chance(0.2)) return;
    target.session.gone = true;
    await post(context, target, { path: `/sessions/${target.id}`, method: "DELETE" });
  },
} satisfies Record<string, OperationBody>;

export const operationNames = Object.keys(operations) as (keyof typeof operations)[];
