import { expect, it } from "vitest";
import { Refusal } from "../../../lib/errors.ts";
import type { SessionRow } from "../sessions/index.ts";
import { ownArchive } from "./archiving.ts";

interface Standing {
  status: string;
  jobId: number | null;
  runningJobId: number | null;
}

/** The archive of session 7, and what it asked of its neighbours. */
function opened(standing: Standing) {
  const jobs: { key: string | null }[] = [];
  const asked: unknown[] = [];
  const notes: string[] = [];
  const row = { id: 7, ...standing } as SessionRow;
  const archive = ownArchive({
    jobs: { add: (job, payload) => jobs.push({ key: job.key(payload) }) },
    clock: { now: () => 1_000 },
    sessions: { find: () => row, byId: () => row },
    turns: {
      async archive(_reference, options) {
        asked.push(options);
        if (options.end_turn !== true)
          throw new Refusal({ status: 422, label: "A turn is in flight", messages: ["In a turn"] });
        throw new Error("The archive went through");
      },
    },
    sessionLog: { note: (_id, _level, text) => void notes.push(text), changed: () => {} },
    pendingMessages: () => 0,
  });
  return { archive, jobs, asked, notes };
}

const rests: Standing = { status: "needs_input", jobId: null, runningJobId: null };
const asked = { force: false, job: 3, endTurnAt: 500 };

it("an archive of a session that rests does not end a turn that somebody began meanwhile", async () => {
  const { archive, asked: options, notes } = opened(rests);
  await archive.look(7, asked);
  expect(options).toEqual([{ force: false, end_turn: false }]);
  expect(notes).toEqual(["The session did not archive itself: In a turn"]);
});

it("an archive whose own turn does not end ends it", async () => {
  const { archive, asked: options } = opened({ status: "running", jobId: null, runningJobId: 3 });
  await expect(archive.look(7, asked)).rejects.toThrow("The archive went through");
  expect(options).toEqual([{ force: false, end_turn: true }]);
});

it("each turn that asks for the archive is heard, also while an earlier one is still looked at", async () => {
  const { archive, jobs } = opened({ status: "running", jobId: null, runningJobId: 3 });
  await archive.request(7, { force: false, endTurn: true });
  expect(jobs).toMatchObject([{ key: "own-archive:7:3" }]);
});
