import { afterEach, expect, it } from "vitest";
import { makeQueue, settled, stopQueues, testJob } from "../../../jobs/queue-test-bed.ts";
import { openSessionBed, type SessionBed } from "../../sessions/sessions/session-test-bed.ts";
import { forkService, registerForkJobs } from "./index.ts";

const abandonedAfterMs = 60_000;
const nudge = testJob("nudge", { lane: "maintenance" });

afterEach(stopQueues);

type ForkDeps = Parameters<typeof forkService>[0];

/** Forks on a real database and queue; copying ends when `copied` does. */
function forking(bed: SessionBed, copied: Promise<unknown> = Promise.resolve()) {
  const { database, clock, sessions, sessionLog } = bed;
  const { queue } = makeQueue(bed);
  const removed: string[] = [];
  const workspaces = {
    newClonePath: () => "/clones/copy",
    copyClone: async (_from: string, to: string) => copied.then(() => to),
    removeClone: async (path: string) => void removed.push(path),
  } as unknown as ForkDeps["workspaces"];
  const transcripts = {
    lineCount: () => 2,
    conversation: () => ({ messages: [{ transcript_index: 1 }] }),
    copy: () => true,
  } as unknown as ForkDeps["transcripts"];
  const parts = { database, clock, jobs: queue, sessions, transcripts, workspaces, sessionLog };
  const forks = forkService({ ...parts, newId: () => "conversation-2", admit: () => {} });
  registerForkJobs(queue, forks);
  queue.handle(nudge, () => undefined);
  queue.start();
  return {
    forks,
    removed,
    async after(ms: number): Promise<void> {
      clock.at += ms;
      queue.add(nudge, {});
      await settled();
    },
  };
}

const jobsOf = (bed: SessionBed): unknown[] =>
  bed.database.sql.prepare("SELECT payload FROM jobs WHERE kind = 'fork.abandoned'").pluck().all();
const source = { gitRoot: "/repository", branch: "main", clonePath: "/clones/source" } as const;

it("a copy is recorded before it is made, and its removal is canceled when the session is created", async () => {
  await using bed = await openSessionBed();
  const id = bed.addSession(source);
  const gate = Promise.withResolvers<void>();
  const { forks, removed, after } = forking(bed, gate.promise);
  const forked = forks.fork(String(id), 1);
  expect(jobsOf(bed)).toEqual([JSON.stringify({ clonePath: "/clones/copy" })]);
  await after(abandonedAfterMs);
  expect(removed).toEqual([]);
  gate.resolve();
  expect((await forked).status).toBe("needs_input");
  await after(2 * abandonedAfterMs);
  expect([removed, jobsOf(bed)]).toEqual([[], []]);
});

it("the next start removes the copy of a fork that the service did not finish", async () => {
  await using bed = await openSessionBed();
  const id = bed.addSession(source);
  const died = forking(bed, new Promise(() => {}));
  void died.forks.fork(String(id), 1);
  await stopQueues();
  const { removed, after } = forking(bed);
  await after(abandonedAfterMs);
  expect([removed, jobsOf(bed)]).toEqual([["/clones/copy"], []]);
});
