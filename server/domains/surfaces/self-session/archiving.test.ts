import { expect, it } from "vitest";
import { Refusal } from "../../../lib/errors.ts";
import type { SessionRow } from "../../sessions/sessions/index.ts";
import { ownSessionArchiving } from "./archiving.ts";

interface TurnState {
  status: string;
  jobId: number | null;
  runningJobId: number | null;
}

/** The archive of session 7, and its calls to other domains. */
function opened(state: TurnState) {
  const jobs: { key: string | null }[] = [];
  const asked: unknown[] = [];
  const notes: string[] = [];
  const row = { id: 7, ...state } as SessionRow;
  const archive = ownSessionArchiving({
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

const idle: TurnState = { status: "needs_input", jobId: null, runningJobId: null };
const asked = { force: false, job: 3, endTurnAt: 500 };

it("archiving an idle session does not end a turn started since", async () => {
  const { archive, asked: options, notes } = opened(idle);
  await archive.check(7, asked);
  expect(options).toEqual([{ force: false, end_turn: false }]);
  expect(notes).toEqual(["The session did not archive itself: In a turn"]);
});

it("archiving stops the requesting turn if it does not end", async () => {
  const { archive, asked: options } = opened({ status: "running", jobId: null, runningJobId: 3 });
  await expect(archive.check(7, asked)).rejects.toThrow("The archive went through");
  expect(options).toEqual([{ force: false, end_turn: true }]);
});

it("each turn that requests the archive is checked, even while an earlier request is pending", async () => {
  const { archive, jobs } = opened({ status: "running", jobId: null, runningJobId: 3 });
  await archive.request(7, { force: false, endTurn: true });
  expect(jobs).toMatchObject([{ key: "own-archive:7:3" }]);
});
