import type { RuntimeId } from "../../../server/runtimes/runtime.ts";
import type { Session } from "../../support/service.ts";
import { hasAccounts } from "./accounts.ts";
import type { Clients } from "./clients.ts";
import type { Facts } from "./facts.ts";
import { type CutOffWrite, operationNames, operations, repeatCutOff, unarchive } from "./operations.ts";
import { composePrompt } from "./prompts.ts";
import type { Random } from "./random.ts";

/** `lost`: the service died before it answered, so the prompt may or may not have been accepted; it is sent again. */
export interface SentPrompt {
  marker: string;
  fate: "accepted" | "lost";
  /** Null for the prompt that a session is created with. */
  request: { path: string; body: object } | null;
  /** Sent with force_immediate, so it may overtake others. */
  immediate: boolean;
}

/** A session as its caller knows it. Its prompts are sent one after the other. */
export interface KnownSession {
  key: string;
  body: Readonly<Record<string, unknown>>;
  /** Null until its creation was acknowledged. */
  id: number | null;
  prompts: SentPrompt[];
  /** A prompt is being sent. */
  busy: boolean;
  /** Another operation is in progress. */
  handled: boolean;
  parent: KnownSession | null;
  /** In the trash, as far as the caller knows. */
  inTrash: boolean;
  /** Its deletion was requested and may have happened. */
  gone: boolean;
  /** `armed`: the agent got a confirmation. */
  wakes: { marker: string; armed: boolean }[];
  /** Accepted by the service; `answered`: so was a person's answer. */
  questions: { id: string; answered: boolean }[];
  /** Sessions that were acknowledged as forks of this one, from a line of its transcript. */
  forks: { id: number; index: number }[];
  /** How many forks were carried out, also those whose answer was lost. */
  forkCount: number;
  /** Writes whose answer was lost, which are repeated before anything else is done to it. */
  cutOff: CutOffWrite[];
  /** One of these is the session's notes. */
  notes: (string | null)[];
  /** Uncommitted files in its clone. */
  files: string[];
}

export interface WorkloadOptions {
  random: Random;
  clients: Clients;
  facts: Facts;
  runtime: RuntimeId;
  gitRoot: string;
  maxSessions: number;
  maxPrompts: number;
}

export type Workload = ReturnType<typeof crashWorkload>;

/** The caller in the crash test, which remembers what was acknowledged. */
export function crashWorkload(options: WorkloadOptions) {
  const { random, clients, facts } = options;
  const sessions: KnownSession[] = [];
  const problems: string[] = [];
  const inFlight = new Set<Promise<void>>();
  const spends = hasAccounts(options.runtime);
  let count = 0;

  const next = (): number => ++count;
  const nextMarker = (): string => `M${String(next()).padStart(4, "0")}x`;
  const context = { random, clients, facts, problems, sessions, next };

  /** Null if no answer came. Sessions in the trash refuse prompts, and deleted ones refuse everything. */
  async function send(
    url: string,
    key: string,
    request: { path: string; body: object },
  ): Promise<{ accepted: boolean; session?: Session; refused: string } | null> {
    type Sent = { session?: Session; carried_out?: boolean };
    try {
      const { status, body: answer } = await clients.keyed<Sent>(url, key, request);
      const refused = status < 300 ? "" : JSON.stringify(answer);
      const accepted = status < 300 || answer.carried_out === true;
      if (!accepted && status !== 404 && !/archived|Request in progress/.test(refused))
        problems.push(`POST ${request.path} answered ${status}: ${refused}`);
      return { accepted, refused, ...(answer.session && { session: answer.session }) };
    } catch {
      return null;
    }
  }

  function newSession(): KnownSession {
    const marker = nextMarker();
    const asks = random.chance(0.15);
    const [parent] = random.chance(0.3) ? random.sample(existingSessions(), 1) : [];
    const body = {
      title: "Of the crash test",
      agent_runtime: options.runtime,
      git_root: options.gitRoot,
      prompt: composePrompt(random, marker, { asks, spends }),
      idempotency_key: `crash-${marker}`,
      ...(asks && { mcp_servers: ["asker"] }),
      ...(parent && { parent_session_id: parent.id }),
    };
    const prompts: SentPrompt[] = [{ marker, fate: "lost", request: null, immediate: false }];
    const lists = { wakes: [], questions: [], forks: [], notes: [null], files: [], forkCount: 0, cutOff: [] };
    const initialState = {
      id: null,
      busy: false,
      handled: false,
      inTrash: false,
      gone: false,
      parent: parent ?? null,
    };
    const made = { key: body.idempotency_key, body, prompts, ...lists, ...initialState };
    sessions.push(made);
    return made;
  }

  const existingSessions = (): KnownSession[] => sessions.filter(({ id, gone }) => id !== null && !gone);

  /** Repeated with the same key until it is acknowledged. */
  async function create(url: string, session: KnownSession): Promise<void> {
    const answer = await send(url, `header-${session.key}`, { path: "/sessions", body: session.body });
    const [first] = session.prompts;
    if (!answer?.session || !first) return;
    if (session.id !== null && session.id !== answer.session.id)
      problems.push(`${session.key} made two sessions: ${session.id} and ${answer.session.id}`);
    session.id = answer.session.id;
    first.fate = "accepted";
  }

  /** Whether it was accepted. One whose answer was lost is sent again first, so that the order stays. */
  async function sendPrompt(
    url: string,
    session: KnownSession,
    how: {
      path: string;
      immediate: boolean;
      pushes?: boolean;
      field?: "prompt" | "message";
      more?: object;
    },
  ): Promise<boolean> {
    const { path, immediate, pushes = false, field = "prompt", more } = how;
    for (const lost of unanswered(session)) if (!(await deliver(url, session, lost))) return false;
    const marker = nextMarker();
    const text = composePrompt(random, marker, { asks: false, spends, pushes });
    const body = { [field]: text, force_immediate: immediate, ...more };
    const prompt: SentPrompt = { marker, fate: "lost", request: { path, body }, immediate };
    session.prompts.push(prompt);
    return deliver(url, session, prompt);
  }

  const unanswered = ({ prompts }: KnownSession): SentPrompt[] =>
    prompts.filter(({ fate, request }) => fate === "lost" && request !== null);

  async function deliver(url: string, session: KnownSession, prompt: SentPrompt): Promise<boolean> {
    const answer = prompt.request && (await send(url, `prompt-${prompt.marker}`, prompt.request));
    if (!answer || /Request in progress/.test(answer.refused)) return false;
    if (answer.accepted) prompt.fate = "accepted";
    else session.prompts.splice(session.prompts.indexOf(prompt), 1);
    if (/archived/.test(answer.refused)) session.inTrash = true;
    return answer.accepted;
  }

  const followUp = (
    url: string,
    session: KnownSession,
    how: { immediate: boolean; pushes?: boolean },
  ): Promise<boolean> => sendPrompt(url, session, { path: `/sessions/${session.id}/follow_up`, ...how });

  /** The child sends a message, so the prompt belongs to the parent. */
  const report = (url: string, parent: KnownSession, child: KnownSession): Promise<boolean> =>
    sendPrompt(url, parent, {
      path: `/sessions/${child.id}/message_parent`,
      immediate: false,
      field: "message",
      more: { reason: "other" },
    });

  /** Refused if nothing is running, which is no problem. */
  async function pause(url: string, session: KnownSession): Promise<void> {
    await clients.keyed(url, `pause-${next()}`, { path: `/sessions/${session.id}/pause` }).catch(() => null);
  }

  async function act(url: string, session: KnownSession): Promise<void> {
    const { id } = session;
    await repeatCutOff(url, session);
    if (session.cutOff.length > 0) return;
    const operation = session.inTrash ? unarchive : operations[random.pick(operationNames)];
    if (id !== null) await operation(context, { url, session, id }).catch(() => undefined);
  }

  /** Answers all open questions as a person. */
  async function answerAll(url: string): Promise<void> {
    const body = { action_type: "accept", content: { colour: "green" } };
    for (const requestId of facts.openQuestions()) {
      const path = `/elicitations/${requestId}/respond`;
      await clients.board(url, `answer-${next()}`, { method: "PATCH", path, body }).catch(() => null);
    }
  }

  async function restoreFromTrash(url: string, session: KnownSession): Promise<void> {
    const { id } = session;
    if (id !== null) await unarchive(context, { url, session, id });
  }

  /** Starts an operation on a session, unless one of its kind is in progress there. */
  function begin(
    session: KnownSession,
    work: () => Promise<unknown>,
    kind: "busy" | "handled" = "busy",
  ): void {
    if (session[kind]) return;
    session[kind] = true;
    const done = work()
      .then(() => undefined)
      .finally(() => {
        session[kind] = false;
        inFlight.delete(done);
      });
    inFlight.add(done);
  }

  function sendRequests(url: string, immediately = 0.1): void {
    const unanswered = sessions.filter(({ id }) => id === null);
    for (const session of unanswered) begin(session, () => create(url, session));
    const fresh = sessions.length < options.maxSessions ? random.between(0, 2) : 0;
    for (let n = 0; n < fresh; n++) {
      const session = newSession();
      begin(session, () => create(url, session));
      // A concurrent repeat must not create a second session.
      if (random.chance(0.2)) inFlight.add(create(url, session).finally(() => {}));
    }
    const known = existingSessions().filter(({ prompts }) => prompts.length < options.maxPrompts);
    for (const session of random.sample(known, random.between(0, 3))) {
      if (random.chance(0.05)) begin(session, () => pause(url, session));
      const immediate = random.chance(immediately);
      if (!session.inTrash) begin(session, () => followUp(url, session, { immediate }));
    }
    for (const session of random.sample(existingSessions(), random.between(1, 4)))
      begin(session, () => act(url, session), "handled");
    const [child] = random.sample(
      existingSessions().filter(({ parent }) => parent !== null && !parent.gone && !parent.inTrash),
      1,
    );
    const parent = child?.parent;
    if (child && parent && random.chance(0.3)) begin(parent, () => report(url, parent, child));
    if (random.chance(0.4)) inFlight.add(answerAll(url));
  }

  return {
    sessions,
    problems,
    /** Sends a few requests without waiting; a follow-up is as likely to interrupt. */
    sendRequests,
    /** Resolves when every request was answered or lost. */
    async quiet(): Promise<void> {
      while (inFlight.size > 0) {
        const open = [...inFlight];
        await Promise.all(open);
        for (const done of open) inFlight.delete(done);
      }
    },
    answerAll,
    /** Lets agents push to the repository, also from their sandboxes. */
    async trust(url: string): Promise<void> {
      const body = { git_root: options.gitRoot };
      const request = { method: "POST", path: "/repositories/trust", body } as const;
      const answer = await clients.board(url, `trust-${next()}`, request).catch(() => null);
      if (answer !== null && answer.status >= 300) problems.push(`trust was answered ${answer.status}`);
    },
    /** Lets everything that the spot queue holds start. */
    async openQueue(url: string): Promise<void> {
      const policy = { max_concurrent_sessions: 10, gating_enabled: true };
      const answers = [
        await clients.board(url, `policy-${next()}`, {
          method: "PATCH",
          path: "/inference/spot_policy",
          body: policy,
        }),
        await clients.board(url, `resume-${next()}`, { method: "POST", path: "/spot_queue/resume_all" }),
      ];
      for (const { status, body } of answers)
        if (status !== 200) problems.push(`the queue was not opened: ${status} ${JSON.stringify(body)}`);
    },
    /** Waits until every creation and every write is acknowledged, nothing is in the trash, and no heartbeat is left. */
    async createAll(url: string): Promise<void> {
      for (const session of sessions) {
        if (session.id === null) await create(url, session);
        await repeatCutOff(url, session);
      }
      for (const session of existingSessions()) {
        if (session.inTrash) await restoreFromTrash(url, session);
        const path = `/sessions/${session.id}/heartbeat`;
        await clients.keyed(url, `calm-${next()}`, { path, method: "PATCH", body: { enabled: false } });
      }
    },
    /** Sends one more prompt to each session, since every conversation must continue; each agent pushes, since that must go on too. */
    async sendLastPrompts(url: string): Promise<void> {
      const how = { immediate: false, pushes: true };
      for (const session of existingSessions()) {
        if (await followUp(url, session, how)) continue;
        if (!session.inTrash) continue;
        await restoreFromTrash(url, session);
        await followUp(url, session, how);
      }
    },
  };
}
