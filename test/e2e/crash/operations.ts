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
  doors: Clients;
  facts: Facts;
  problems: string[];
  /** Known to be there and not deleted. */
  sessions: KnownSession[];
  /** A number no other call of this campaign gets. */
  next(): number;
}

export interface Operation {
  url: string;
  session: KnownSession;
  /** The session's number; a deed is done to a session that has one. */
  id: number;
}

type Do = (context: OperationContext, deed: Operation) => Promise<void>;

const named = (letter: string, n: number): string => `${letter}${String(n).padStart(4, "0")}x`;

/** A refusal is an answer like any other; only what the service should never say is a problem. */
async function post<T>(
  { doors, problems }: OperationContext,
  { url, id }: Operation,
  call: { path: string; method?: string; body?: object },
): Promise<{ status: number; body: T }> {
  const path = call.path.startsWith("/") ? call.path : `/sessions/${id}/${call.path}`;
  const { status, body } = await doors.key<T>(url, call.method ?? "POST", path, call.body);
  if (status >= 500) problems.push(`${call.method ?? "POST"} ${path} answered ${status}`);
  return { status, body };
}

/** Work that no remote has lies in the clone before it goes. */
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

async function archive(context: OperationContext, deed: Operation, inBulk: boolean): Promise<void> {
  const { session, id } = deed;
  if (context.random.chance(0.5)) await leaveWork(context, deed);
  session.inTrash = true;
  const { status, body } = inBulk
    ? await post<{ archived_count?: number }>(context, deed, {
        path: "/sessions/bulk_archive",
        body: { session_ids: [id], end_turn: true },
      })
    : await post<{ archived_count?: number }>(context, deed, { path: "archive", body: { end_turn: true } });
  session.inTrash = status < 300 && (!inBulk || body.archived_count === 1);
}

export async function unarchive(context: OperationContext, deed: Operation): Promise<void> {
  const { status } = await post(context, deed, { path: "unarchive" });
  if (status < 500) deed.session.inTrash = false;
}

/** What a person, a caller, a tool or the agent itself does to a session besides writing to it. */
export const operations = {
  async "arm a wake"({ doors, next }, { url, session, id }) {
    const wake = { marker: named("W", next()), armed: false };
    session.wakes.push(wake);
    const prompt = `${wake.marker}\n#script say Woken.`;
    wake.armed = await doors.agent(url, id, "wake_me_up_later", { wake_at: "2099-01-01T09:00", prompt });
  },

  async "cancel the wakes"({ doors }, { url, id }) {
    await doors.agent(url, id, "action_session", { action: "cancel_wakes" });
  },

  async "archive itself"({ doors, random }, { url, session, id }) {
    const endTurn = random.chance(0.8);
    session.inTrash = true;
    await doors.agent(url, id, "action_session", { action: "archive", end_turn: endTurn });
  },

  async "ask and answer"({ doors, random, next, problems }, { url, session, id }) {
    const question = { id: named("crash-Q", next()), answered: false };
    const asked = await doors.question(url, id, {
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
    const { status } = await doors.board(url, "PATCH", `/elicitations/${question.id}/respond`, body);
    if (status >= 500) problems.push(`an answer was answered ${status}`);
    question.answered = status === 200;
  },

  async fork(context, deed) {
    const lines = context.facts.lineCount(deed.id);
    if (lines === 0) return;
    const index = context.random.between(0, lines - 1);
    const answer = await post<{ session: Session }>(context, deed, {
      path: "fork",
      body: { message_index: index },
    });
    if (answer.status === 201) deed.session.forks.push({ id: answer.body.session.id, index });
  },

  archive: (context, deed) => archive(context, deed, false),
  "archive in bulk": (context, deed) => archive(context, deed, true),

  async "archive and restore"(context, deed) {
    await archive(context, deed, false);
    await pause(context.random.between(0, 300));
    if (deed.session.inTrash) await unarchive(context, deed);
  },

  async heartbeat(context, deed) {
    const body = { enabled: context.random.chance(0.7), interval_seconds: 30 };
    await post(context, deed, { path: "heartbeat", method: "PATCH", body });
  },

  async notes(context, deed) {
    const text = `note ${context.next()}`;
    const { notes } = deed.session;
    deed.session.notes = [...notes, text];
    const body = { session_notes: text };
    if ((await post(context, deed, { path: "notes", method: "PATCH", body })).status === 200)
      deed.session.notes = [text];
  },

  async sleep(context, deed) {
    await post(context, deed, { path: "sleep" });
  },

  async restart(context, deed) {
    if (!deed.session.inTrash) await post(context, deed, { path: "restart" });
  },

  async refresh(context, deed) {
    await post(context, deed, { path: "refresh" });
  },

  async "refresh all"(context, deed) {
    if (context.random.chance(0.2)) await post(context, deed, { path: "/sessions/refresh_all" });
  },

  async summary(context, deed) {
    await post(context, deed, { path: "regenerate_status_summary" });
  },

  async remove(context, deed) {
    if (!context.random.chance(0.2)) return;
    deed.session.gone = true;
    await post(context, deed, { path: `/sessions/${deed.id}`, method: "DELETE" });
  },
} satisfies Record<string, Do>;

export const operationNames = Object.keys(operations) as (keyof typeof operations)[];
