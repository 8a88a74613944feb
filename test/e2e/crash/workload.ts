import type { RuntimeId } from "../../../server/runtimes/runtime.ts";
import { caller, type Session } from "../../support/service.ts";
import { composePrompt } from "./prompts.ts";
import type { Random } from "./random.ts";

/** `lost`: the service died before it answered, so the prompt may or may not have been taken. */
export interface SentPrompt {
  marker: string;
  fate: "accepted" | "lost";
  /** Sent with force_immediate, so it may overtake others. */
  immediate: boolean;
}

/** One session as its caller knows it. Prompts of a session are sent one after the other. */
export interface KnownSession {
  key: string;
  body: Readonly<Record<string, unknown>>;
  /** Null until a creation was answered. */
  id: number | null;
  prompts: SentPrompt[];
  busy: boolean;
}

export interface WorkloadOptions {
  random: Random;
  apiKey: string;
  runtime: RuntimeId;
  gitRoot: string;
  /** Tools of agents leave a file here when they begin. */
  tools: string;
  maxSessions: number;
  maxPrompts: number;
}

export type Workload = ReturnType<typeof crashWorkload>;

/** The caller of the crash test: it remembers what was answered and what was not. */
export function crashWorkload(options: WorkloadOptions) {
  const { random } = options;
  const sessions: KnownSession[] = [];
  const problems: string[] = [];
  const inFlight = new Set<Promise<void>>();
  let count = 0;

  const nextMarker = (): string => `M${String(++count).padStart(4, "0")}x`;

  /** Null when no answer came. */
  async function send(
    url: string,
    path: string,
    body: object,
  ): Promise<{ status: number; session?: Session } | null> {
    try {
      const { status, body: answer } = await caller(url, options.apiKey)<{
        session?: Session;
      }>("POST", path, body);
      if (status >= 300) problems.push(`POST ${path} answered ${status}: ${JSON.stringify(answer)}`);
      return { status, ...(answer.session && { session: answer.session }) };
    } catch {
      return null;
    }
  }

  function newSession(): KnownSession {
    const marker = nextMarker();
    const body = {
      agent_runtime: options.runtime,
      git_root: options.gitRoot,
      prompt: composePrompt(random, marker, options.tools),
      idempotency_key: `crash-${marker}`,
    };
    const prompts: SentPrompt[] = [{ marker, fate: "lost", immediate: false }];
    const made = {
      key: body.idempotency_key,
      body,
      id: null,
      prompts,
      busy: false,
    };
    sessions.push(made);
    return made;
  }

  /** Repeated under the same key until it is answered. */
  async function create(url: string, session: KnownSession): Promise<void> {
    const answer = await send(url, "/sessions", session.body);
    const [first] = session.prompts;
    if (!answer?.session || !first) return;
    if (session.id !== null && session.id !== answer.session.id)
      problems.push(`${session.key} made two sessions: ${session.id} and ${answer.session.id}`);
    session.id = answer.session.id;
    first.fate = "accepted";
  }

  async function followUp(url: string, session: KnownSession, immediate: boolean): Promise<void> {
    const prompt: SentPrompt = {
      marker: nextMarker(),
      fate: "lost",
      immediate,
    };
    session.prompts.push(prompt);
    const path = `/sessions/${session.id}/follow_up`;
    const text = composePrompt(random, prompt.marker, options.tools);
    const answer = await send(url, path, {
      prompt: text,
      force_immediate: immediate,
    });
    if (answer === null) return;
    if (answer.status < 300) prompt.fate = "accepted";
    else session.prompts.splice(session.prompts.indexOf(prompt), 1);
  }

  /** Refused where nothing runs; that is no problem. */
  async function pause(url: string, session: KnownSession): Promise<void> {
    await caller(url, options.apiKey)("POST", `/sessions/${session.id}/pause`).catch(() => null);
  }

  /** Starts a piece of work on a session, unless one is under way there. */
  function begin(session: KnownSession, work: () => Promise<void>): void {
    if (session.busy) return;
    session.busy = true;
    const done = work().finally(() => {
      session.busy = false;
      inFlight.delete(done);
    });
    inFlight.add(done);
  }

  function stir(url: string, immediately = 0.1): void {
    const unanswered = sessions.filter(({ id }) => id === null);
    for (const session of unanswered) begin(session, () => create(url, session));
    const fresh = sessions.length < options.maxSessions ? random.between(0, 2) : 0;
    for (let n = 0; n < fresh; n++) {
      const session = newSession();
      begin(session, () => create(url, session));
      // A repeat in flight beside the first must not make a second session.
      if (random.chance(0.2)) inFlight.add(create(url, session).finally(() => {}));
    }
    const known = sessions.filter(({ id, prompts }) => id !== null && prompts.length < options.maxPrompts);
    for (const session of random.sample(known, random.between(0, 3))) {
      if (random.chance(0.05)) begin(session, () => pause(url, session));
      const immediate = random.chance(immediately);
      begin(session, () => followUp(url, session, immediate));
    }
  }

  return {
    sessions,
    problems,
    /** Sends a handful of requests and does not wait for them; so likely does a follow-up interrupt. */
    stir,
    /** Resolves once every request was answered or lost. */
    async quiet(): Promise<void> {
      while (inFlight.size > 0) {
        const open = [...inFlight];
        await Promise.all(open);
        for (const done of open) inFlight.delete(done);
      }
    },
    /** Until every creation was answered. */
    async createAll(url: string): Promise<void> {
      for (const session of sessions) if (session.id === null) await create(url, session);
    },
    /** One more prompt for everybody: every conversation must still go on. */
    async farewell(url: string): Promise<void> {
      for (const session of sessions) await followUp(url, session, false);
    },
  };
}
