import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readDatabase } from "../../../server/db/read-only.ts";
import { clientsOf } from "../../e2e/crash/clients.ts";
import { type Answer, atRest } from "../../support/service.ts";
import { plainTrigger } from "../../support/triggers.ts";
import type { FaultyService } from "./faulty-service.ts";

type Body = Record<string, unknown>;

/** What the writes are about. Both sessions have a transcript; the one that is forked has nothing else to do. */
export interface Subjects {
  gitRoot: string;
  session: number;
  forked: number;
  /** The last line of its transcript. */
  lastLine: number;
  trigger: number;
}

interface KeyedWrite {
  name: string;
  method: "POST" | "PATCH";
  path: string;
  body: Body;
  /** Counts the rows that it makes, one if it was carried out once. */
  rows: string;
}

/** One write of each kind that stores something; `marker` is in what it stores. */
const writesOf = (
  { gitRoot, session, forked, lastLine, trigger }: Subjects,
  marker: string,
): KeyedWrite[] => [
  {
    name: "create a session",
    method: "POST",
    path: "/sessions",
    body: { git_root: gitRoot, prompt: "#script say Made.", title: `${marker} made` },
    rows: `SELECT COUNT(*) FROM sessions WHERE title = '${marker} made'`,
  },
  {
    name: "follow up",
    method: "POST",
    path: `/sessions/${session}/follow_up`,
    body: { prompt: `#script say ${marker} followed.` },
    rows: `SELECT COUNT(*) FROM enqueued_messages WHERE content LIKE '%${marker} followed%'`,
  },
  {
    name: "queue a message",
    method: "POST",
    path: `/sessions/${session}/enqueued_messages`,
    body: { content: `#script say ${marker} queued.` },
    rows: `SELECT COUNT(*) FROM enqueued_messages WHERE content LIKE '%${marker} queued%'`,
  },
  {
    name: "fork a session",
    method: "POST",
    path: `/sessions/${forked}/fork`,
    body: { message_index: lastLine },
    rows: `SELECT COUNT(*) FROM sessions WHERE forked_from_session_id = ${forked}`,
  },
  {
    name: "write notes",
    method: "PATCH",
    path: `/sessions/${forked}/notes`,
    body: { session_notes: marker },
    rows: `SELECT COUNT(*) FROM sessions WHERE id = ${forked} AND session_notes = '${marker}'`,
  },
  {
    name: "create a trigger",
    method: "POST",
    path: "/triggers",
    body: { ...plainTrigger, name: `${marker} trigger` },
    rows: `SELECT COUNT(*) FROM triggers WHERE name = '${marker} trigger'`,
  },
  {
    name: "fire a trigger",
    method: "POST",
    path: `/triggers/${trigger}/invoke`,
    body: {},
    rows: `SELECT COUNT(*) FROM trigger_sessions WHERE trigger_id = ${trigger}`,
  },
];

export async function makeSubjects(service: FaultyService): Promise<Subjects> {
  const gitRoot = await service.repository();
  const create = async (): Promise<number> => {
    const body = { git_root: gitRoot, prompt: "#script say Begun." };
    const answer = await service.call<{ session: { id: number } }>("POST", "/sessions", body);
    await service.waitFor(answer.body.session.id, atRest);
    return answer.body.session.id;
  };
  const { body } = await service.call<{ trigger: { id: number } }>("POST", "/triggers", plainTrigger);
  const [session, forked] = [await create(), await create()];
  const lines = readDatabase(join(service.dataFolder, "signalbox.db"), (sql) =>
    sql.prepare("SELECT line_count FROM transcripts WHERE session_id = ?").pluck().get(forked),
  );
  return { gitRoot, session, forked, lastLine: Number(lines) - 1, trigger: body.trigger.id };
}

export interface Round {
  marker: string;
  /** From the sending of the writes to the kill. */
  killAfterMs: number;
  /** Another fault, before the writes and while no service runs. */
  before?: () => void;
  meanwhile?: () => void;
}

/**
 * Sends one write of each kind, kills the service, starts it again and repeats every write with its key. Returns what is wrong:
 * a write that was not carried out exactly once, or an answer that differs from the first one.
 */
export async function killAndRepeat(
  service: FaultyService,
  subjects: Subjects,
  round: Round,
): Promise<string[]> {
  const { keyed } = clientsOf({ dataFolder: service.dataFolder, apiKey: service.key });
  const writes = writesOf(subjects, round.marker);
  const send = (write: KeyedWrite): Promise<Answer<Body>> =>
    keyed<Body>(service.url, `${round.marker}-${write.name.replaceAll(" ", "-")}`, write);
  const count = (): number[] =>
    readDatabase(join(service.dataFolder, "signalbox.db"), (sql) =>
      writes.map(({ rows }) => Number(sql.prepare(rows).pluck().get())),
    );
  const before = count();
  round.before?.();
  const sent = writes.map((write) => send(write).catch(() => null));
  await pause(round.killAfterMs);
  await service.stop("SIGKILL");
  const first = await Promise.all(sent);
  round.meanwhile?.();
  await service.start();
  const repeated = await Promise.all(writes.map(send));
  const after = count();
  return writes.flatMap(({ name }, at) => {
    const made = (after[at] ?? 0) - (before[at] ?? 0);
    const answers = { first: first[at] ?? null, repeated: repeated[at] };
    const wrong = [
      ...(made === 1 ? [] : [`was carried out ${made} times`]),
      ...(isSame(answers) ? [] : ["was answered otherwise the second time"]),
    ];
    return wrong.map(
      (what) => `${name} ${what}: ${[answers.first, answers.repeated].map(shortly).join(", then ")}`,
    );
  });
}

const isDone = ({ status }: Answer<Body>): boolean => status < 300;

function isSame({ first, repeated }: { first: Answer<Body> | null; repeated: Answer<Body> | undefined }) {
  if (repeated === undefined) return false;
  if (first !== null && isDone(first))
    return first.status === repeated.status && JSON.stringify(first.body) === JSON.stringify(repeated.body);
  return isDone(repeated) || repeated.body["carried_out"] === true;
}

const shortly = (answer: Answer<Body> | null | undefined): string =>
  answer ? `${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}` : "no answer";
