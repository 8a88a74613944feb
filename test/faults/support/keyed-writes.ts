import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readDatabase } from "../../../server/db/read-only.ts";
import { type Clients, clientsOf } from "../../e2e/crash/clients.ts";
import { type Answer, atRest } from "../../support/service.ts";
import { plainTrigger } from "../../support/triggers.ts";
import type { FaultyService } from "./faulty-service.ts";
import { type KeyedWrite, type Sent, type Spares, type Subjects, writesOf } from "./writes.ts";

type Body = Record<string, unknown>;

const databaseOf = ({ dataFolder }: FaultyService): string => join(dataFolder, "signalbox.db");

/** Creates a session and waits until it rests; one that is only cloned says so before its clone is there. */
async function create(service: FaultyService, body: Body): Promise<number> {
  const answer = await service.call<{ session: { id: number } }>("POST", "/sessions", body);
  const { id } = answer.body.session;
  await service.waitFor(id, (session) => atRest(session) && session.job_id === null);
  return id;
}

export async function makeSubjects(service: FaultyService): Promise<Subjects> {
  const gitRoot = await service.repository();
  const asked = { git_root: gitRoot, prompt: "#script say Begun." };
  const { body } = await service.call<{ trigger: { id: number } }>("POST", "/triggers", plainTrigger);
  const [session, forked] = [await create(service, asked), await create(service, asked)];
  const child = await create(service, { ...asked, parent_session_id: session });
  const lines = readDatabase(databaseOf(service), (sql) =>
    sql.prepare("SELECT line_count FROM transcripts WHERE session_id = ?").pluck().get(forked),
  );
  return { gitRoot, session, forked, child, lastLine: Number(lines) - 1, trigger: body.trigger.id };
}

async function makeSpares(service: FaultyService, git_root: string): Promise<Spares> {
  const spare = () => create(service, { git_root, clone_only: true });
  return { archived: await spare(), removed: await spare() };
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
  const clients = clientsOf({ dataFolder: service.dataFolder, apiKey: service.key });
  const writes = writesOf(subjects, await makeSpares(service, subjects.gitRoot), round.marker);
  const send = (write: KeyedWrite): Promise<Answer<Body>> => {
    const key = `${round.marker}-${write.name.replaceAll(/\W+/g, "-")}`;
    return sendKeyed(clients, { url: service.url, key }, write.sent);
  };
  const count = (): number[] =>
    readDatabase(databaseOf(service), (sql) =>
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
    const made = Math.abs((after[at] ?? 0) - (before[at] ?? 0));
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

/** A tool takes the key among its arguments. */
function sendKeyed(
  { keyed, tool }: Clients,
  { url, key }: { url: string; key: string },
  sent: Sent,
): Promise<Answer<Body>> {
  if (sent.by === "api") return keyed<Body>(url, key, sent);
  const session = sent.by === "agent" ? sent.session : null;
  return tool(url, session, { name: sent.tool, arguments: { ...sent.input, idempotency_key: key } });
}

const isDone = ({ status }: Answer<Body>): boolean => status < 300;

function isSame({ first, repeated }: { first: Answer<Body> | null; repeated: Answer<Body> | undefined }) {
  if (repeated === undefined) return false;
  if (first !== null && isDone(first))
    return first.status === repeated.status && isEqual(first.body, repeated.body);
  return isDone(repeated) || repeated.body["carried_out"] === true;
}

/** start_session says that it repeats, and of the session what it is now. */
const isEqual = (first: Body, repeated: Body): boolean =>
  repeated["idempotent_replay"] === true
    ? sessionIn(first) === sessionIn(repeated)
    : JSON.stringify(first) === JSON.stringify(repeated);

const sessionIn = (body: Body): unknown => (body["session"] as Body | undefined)?.["id"];

const shortly = (answer: Answer<Body> | null | undefined): string =>
  answer ? `${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}` : "no answer";
