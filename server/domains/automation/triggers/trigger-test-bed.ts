import { openSessionBed } from "../../sessions/sessions/session-test-bed.ts";
import type { NewTrigger } from "./model.ts";
import type { TriggerDeps } from "./ports.ts";
import { triggerService } from "./service.ts";

type SessionBed = Awaited<ReturnType<typeof openSessionBed>>;

/** Triggers as in the service, except that messages are recorded instead of sent, and sessions have no turns. */
export async function openTriggerBed(options: { jobs?(bed: SessionBed): TriggerDeps["jobs"] } = {}) {
  const bed = await openSessionBed();
  const jobs = options.jobs?.(bed) ?? { add: () => 1, remove: () => true };
  const posted: string[] = [];
  const written: string[] = [];
  const entryPoints: string[] = [];
  /** Sessions with an unread message. */
  const busy = new Set<number>();
  /** The sessions that opened issues, by `owner/repo#number`. */
  const issueSessions = new Map<string, number>();
  /** What `admit` throws; null while there is space. */
  const space: { problem: Error | null } = { problem: null };
  const open = () =>
    triggerService({
      ...bed,
      log: { info: () => undefined, warn: () => undefined } as unknown as TriggerDeps["log"],
      wakes: {
        armed: () => [],
        armAt: () => unreachable(),
        armOn: () => unreachable(),
        fire: () => undefined,
        cancel: () => [],
      },
      jobs,
      catalog: {
        hasRoot: (name) => bed.catalog.current().findRoot(name) !== undefined,
        checkNames: () => undefined,
        missing: () => null,
      },
      post: (id, { content, sender }) => void posted.push(`${id} ${sender}: ${content}`),
      sessionEventsSince: () => [],
      watchers: {
        since: () => Promise.resolve({ events: [], note: null }),
        sampled: () => Promise.resolve([]),
        sample: () => Promise.resolve({}),
      },
      recordWriting(id, { author, content, entryPoint }) {
        written.push(`${id} ${author.key}: ${content}`);
        entryPoints.push(entryPoint);
      },
      hasPendingMessages: (id) => busy.has(id),
      unarchive: () => Promise.resolve(),
      sessionOfIssue: (issue) => issueSessions.get(issue) ?? null,
      watchProblem: () => null,
      admit() {
        if (space.problem) throw space.problem;
      },
      sessionUrl: (id) => `http://here/sessions/${id}`,
      newToken: () => "0123456789abcdef",
    });
  const triggers = open();

  return {
    ...bed,
    triggers,
    /** The service as after a restart. */
    reopen: open,
    posted,
    /** What people wrote outside, by session. */
    written,
    /** Of each of them. */
    entryPoints,
    busy,
    issueSessions,
    space,
    make(more: Partial<NewTrigger> = {}): number {
      const basics = { name: "Pick", agent_root_name: "orchard-api", prompt_template: "Pick." };
      return triggers.create({ ...basics, ...more }).trigger.id;
    },
    trigger: (id: number) => triggers.get(id).trigger,
    /** The sessions it started, the oldest first. */
    startedBy: (id: number): number[] =>
      triggers
        .get(id)
        .recent_sessions.map((session) => session.id)
        .toSorted((a, b) => a - b),
  };
}

export type TriggerBed = Awaited<ReturnType<typeof openTriggerBed>>;

function unreachable(): never {
  throw new Error("This test arms no wake");
}
