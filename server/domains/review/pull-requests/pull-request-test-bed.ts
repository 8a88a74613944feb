import { writeFile } from "node:fs/promises";
import { silentLog } from "../../../../test/support/database.ts";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import { jobQueue } from "../../../jobs/queue.ts";
import type { TranscriptReader } from "../../../runtimes/runtime.ts";
import { appSettingService } from "../../owner/app-settings/index.ts";
import { goalService } from "../../sessions/goals/index.ts";
import type { SessionRow } from "../../sessions/sessions/index.ts";
import { openSessionBed } from "../../sessions/sessions/session-test-bed.ts";
import { transcriptService } from "../../transcripts/transcripts/index.ts";
import type { TimelineEntry } from "../../transcripts/transcripts/model.ts";
import type { FailedCheck } from "./feedback-rules.ts";
import type { GitHub, Snapshot } from "./github.ts";
import { goalChecking, pullRequestService, registerPullRequestJobs } from "./index.ts";
import { type Repository, repositoryName } from "./link-rules.ts";
import type { MergeRun } from "./model.ts";
import { noticeService } from "./notices.ts";
import type { PullRequestDeps } from "./ports.ts";
import type { KnownRepository } from "./repository-reader.ts";

/** The smallest of dialects: a line is its event. */
const eventReader: TranscriptReader = {
  keeps: () => true,
  events: (line) => [line as TimelineEntry["event"]],
  isPrompt: () => false,
};

export const urlOf = (number: number): string => `https://github.com/acme/site/pull/${number}`;

/** A call of the shell that opens pull requests, and its result. */
export const opening = (...numbers: number[]): object[] =>
  numbers.flatMap((number) => [
    { type: "tool_call", callId: `c${number}`, name: "bash", input: { command: "gh pr create --fill" } },
    { type: "tool_result", callId: `c${number}`, text: urlOf(number), isError: false },
  ]);

export const openSnapshot: Snapshot = {
  state: "open",
  title: "Greet",
  isDraft: false,
  headSha: "a".repeat(40),
  ci: "pass",
  labels: ["ready to merge"],
  description: { verification: true, verified: 1, unchecked: 0 },
  conflicts: false,
  mergeSha: null,
  mergedAt: null,
  hasRunningChecks: false,
  comments: [],
  ownLogin: "agent",
  hostNow: 0,
};

/** Sessions, transcripts and the queue on a database of their own, with a GitHub that shows what the test says. */
export async function openPullRequestBed(options: { token?: boolean } = {}) {
  const goals = goalService();
  const bed = await openSessionBed();
  const folder = await makeTestFolder();
  const { database, clock, sessions } = bed;
  const goalChecks = goalChecking(database, goals.find);
  const jobs = jobQueue({ sql: database.sql, clock, log: silentLog, boot: "boot-1" });
  const transcripts = transcriptService({
    database,
    clock,
    readers: new Map([["pi", eventReader]]),
    redactLine: (line) => line,
    changed: (sessionId) => pullRequests.onAppended({ sessionId }),
  });
  const hub = fakeHub(options.token !== false);
  const posted: { sessionId: number; content: string; origin: string }[] = [];
  const { withdrawn, reading, withdraw } = fakeReaders();
  const notices = noticeService({ database, settings: appSettingService({ database, clock }) });
  const deps: PullRequestDeps = {
    notices,
    newToken: () => "0123456789abcdef",
    database,
    clock,
    jobs,
    sessions,
    transcripts,
    sessionLog: logOnce(bed.sessionLog),
    ...hub.ports,
    changed: () => undefined,
    goalOf: goals.find,
    post: (sessionId, { content, origin }) => void posted.push({ sessionId, content, origin }),
    withdraw,
  };
  const pullRequests = pullRequestService(deps);
  registerPullRequestJobs(jobs, pullRequests);
  bed.events.on("transitioned", pullRequests.onTransition);
  const row = (id: number): SessionRow => sessions.find(String(id));

  return {
    ...bed,
    pullRequests,
    notices,
    goalChecks,
    hub,
    shown: hub.shown,
    asked: hub.asked,
    posted,
    withdrawn,
    reading,
    row,
    /** A session of the repository acme/site. */
    addSession: (more: Parameters<typeof bed.addSession>[0] = {}): number =>
      bed.addSession({ gitRoot: "git@github.com:acme/site.git", ...more }),
    /** `<kind> <due in ms>` of what waits in the queue. */
    queued: (): string[] =>
      database.sql
        .prepare<[], { kind: string; run_at: number }>("SELECT kind, run_at FROM jobs ORDER BY id")
        .all()
        .map((job) => `${job.kind} +${job.run_at - clock.at}`),
    /** Adds lines to a session's transcript. */
    async write(id: number, lines: readonly object[]): Promise<void> {
      const path = folder.at(`${id}-${clock.at}-${transcripts.lineCount(id)}.jsonl`);
      await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
      await transcripts.ingest({ sessionId: id, home: folder.path, path, reader: eventReader });
    },
    /** Adds the lines that open these, and looks through them. */
    async opens(id: number, ...numbers: number[]): Promise<void> {
      await this.write(id, opening(...numbers));
      await pullRequests.scan(id);
    },
    read: () => pullRequests.read(new AbortController().signal),
    /** `<session> <evidence> <number>` of all that is recorded. */
    recorded: (): unknown[] =>
      database.sql
        .prepare(
          `SELECT session_id || ' ' || evidence || ' ' || number FROM session_pull_requests
           JOIN pull_requests ON id = pull_request_id ORDER BY session_id, number`,
        )
        .pluck()
        .all(),
    async [Symbol.asyncDispose]() {
      await bed[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

function logOnce(log: Omit<PullRequestDeps["sessionLog"], "noteOnce">): PullRequestDeps["sessionLog"] {
  const once = new Set<string>();
  return {
    ...log,
    noteOnce(id, level, content) {
      if (!once.has(`${id} ${content}`)) log.note(id, level, content);
      once.add(`${id} ${content}`);
    },
  };
}

/** Sessions that have what they were told before them. */
function fakeReaders() {
  /** What was to be taken back, oldest first. */
  const withdrawn: string[] = [];
  /** Whether they have read it, so that it cannot be. */
  const reading = { isRead: false };
  const withdraw: PullRequestDeps["withdraw"] = (sessionId, { origin, url }) =>
    withdrawn.push(`${sessionId} ${origin} ${url}`) > 0 && !reading.isRead;
  return { withdrawn, reading, withdraw };
}

/** A GitHub that shows what a test says. */
function fakeHub(hasToken: boolean) {
  /** By number. */
  const shown = new Map<number, Snapshot | Error>();
  /** The numbers of each query, oldest first. */
  const asked: number[][] = [];
  const hub = {
    shown,
    asked,
    trouble: null as Error | null,
    /** The remotes of repositories of this machine. */
    remotes: new Map<string, string[]>(),
    /** What GitHub says of a repository, by `owner/repo`. */
    repositories: new Map<string, KnownRepository>(),
    /** Where the pull requests come from, by number. */
    heads: new Map<number, Repository>(),
    /** The repositories that it was asked about. */
    looked: [] as string[],
    lookUpFails: false,
    runs: [] as MergeRun[] | Error,
    failures: [] as FailedCheck[] | Error,
  };
  const gitHub: GitHub = {
    repository(one) {
      hub.looked.push(repositoryName(one));
      if (hub.lookUpFails) return Promise.reject(new Error("Bad gateway"));
      return Promise.resolve(hub.repositories.get(repositoryName(one)) ?? null);
    },
    headRepository(link) {
      hub.looked.push(`${repositoryName(link)}#${link.number}`);
      return Promise.resolve(hub.heads.get(link.number) ?? null);
    },
    snapshots(links) {
      asked.push(links.map(({ number }) => number));
      if (hub.trouble) return Promise.reject(hub.trouble);
      return Promise.resolve(links.map(({ number }) => shown.get(number) ?? new Error("Not found")));
    },
    failedChecks: () =>
      hub.failures instanceof Error ? Promise.reject(hub.failures) : Promise.resolve(hub.failures),
    runsOf: () => (hub.runs instanceof Error ? Promise.reject(hub.runs) : Promise.resolve(hub.runs)),
  };
  const ports: Pick<PullRequestDeps, "github" | "remotes"> = {
    github: hasToken ? gitHub : null,
    remotes: (gitRoot) => Promise.resolve(hub.remotes.get(gitRoot) ?? [gitRoot]),
  };
  return Object.assign(hub, { ports });
}

export type PullRequestBed = Awaited<ReturnType<typeof openPullRequestBed>>;
