import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, it } from "vitest";
import { jsonl } from "../../transcripts/transcripts/transcript-test-bed.ts";
import { text } from "./text.ts";
import { openTurnBed, type TurnBed } from "./turn-test-bed.ts";

const board = { kind: "board" } as const;

/** A turn as the row that a dead start of the service left of it. */
function leaveTurn(
  bed: TurnBed,
  sessionId: number,
  state: "queued" | "preparing" | "running",
  kind = "follow_up",
) {
  bed.database.sql
    .prepare("INSERT INTO turns (session_id, kind, state, created_at) VALUES (?, ?, ?, 0)")
    .run(sessionId, kind, state);
}

it("a session that was paused and put to sleep stays asleep, even if its turn had not ended", async () => {
  await using bed = await openTurnBed();
  const id = bed.addSession({ status: "waiting", waitingKind: "asleep", pausedBy: "user" });
  bed.messages.take(bed.messages.add(id, { content: "More", goal: null, sender: "a test" }));
  leaveTurn(bed, id, "running");
  expect(await bed.turns.recover()).toMatchObject({ turnsResumed: 0 });
  expect(bed.row(id)).toMatchObject({ status: "waiting", waitingKind: "asleep", jobId: null });
  expect(bed.messages.pending(id)).toHaveLength(1);
});

it("a message that waited behind a heartbeat's turn replaces that turn", async () => {
  await using bed = await openTurnBed();
  const id = bed.addSession({
    status: "waiting",
    waitingKind: "queued",
    pendingSleep: true,
    gitRoot: bed.repository,
  });
  leaveTurn(bed, id, "queued", "heartbeat");
  bed.messages.add(id, { content: "More", goal: null, sender: "a test" });
  expect(await bed.turns.recover()).toMatchObject({ turnsResumed: 1 });
  const { prompt } = (await bed.begins(1)).request;
  expect([prompt.text, prompt.text.includes(text.heartbeatNudge)]).toEqual(["More", false]);
});

it("a message that waited behind a cut-off turn gets its own turn and job", async () => {
  await using bed = await openTurnBed();
  const { id } = bed.create();
  const turn = await bed.begins(1);
  await turn.say({ kind: "user", text: "Begin" });
  const { runningJobId } = bed.row(id);
  await bed.turns.followUp(String(id), { prompt: "More" }, board);
  const { take } = await bed.restart();
  expect(bed.row(id).jobId).not.toBe(runningJobId);
  take();
  expect((await bed.begins(2)).request.prompt.text).toBe("More");
  expect(bed.turnRows(id)).toMatchObject([{ state: "ended" }, { kind: "follow_up", state: "running" }]);
});

it("a message that the agent of an archived session never received is queued again for its unarchive", async () => {
  await using bed = await openTurnBed();
  const id = bed.addSession({ status: "archived", archivedAt: 1, archivedFrom: "needs_input" });
  bed.messages.take(bed.messages.add(id, { content: "More", goal: null, sender: "a test" }));
  leaveTurn(bed, id, "running");
  await bed.turns.recover();
  expect(bed.messages.pending(id)).toMatchObject([{ content: "More" }]);
  expect(bed.notes.join()).toContain("A message had not reached the agent");
});

it("a record that was written from the transcript and not adopted is not stored twice", async () => {
  await using bed = await openTurnBed();
  const { id } = bed.create();
  const first = await bed.begins(1);
  await first.answer("Done");
  await bed.reaches(id, "needs_input");
  const lines = [
    { kind: "user", text: "Begin" },
    { kind: "assistant", text: "Done" },
  ] as const;
  const fork = bed.database.transaction(() => {
    const source = bed.row(id);
    const row = bed.sessions.addFork(source, {
      clonePath: source.clonePath ?? "",
      conversationId: "fork-1",
      index: 1,
    });
    bed.transcripts.copy({ id, runtime: "pi" }, { id: row.id, count: 2 });
    return row;
  });
  const file = `${bed.workspaces.home(fork.id)}/fork-1.jsonl`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, jsonl([...lines]));
  await expect(bed.turns.refresh(String(fork.id), board)).rejects.toMatchObject({ label: "Refresh failed" });
  await bed.turns.followUp(String(fork.id), { prompt: "More" }, board);
  const turn = await bed.begins(2);
  expect(turn.request.conversation).toEqual({ kind: "resume", id: "fork-1" });
  await turn.answer("Again");
  await bed.reaches(fork.id, "needs_input");
  expect(bed.transcripts.lineCount(fork.id)).toBe(4);
});

it("an agent that starts after its session was paused and put to sleep does not wake it", async () => {
  await using bed = await openTurnBed();
  const { id } = bed.create();
  const turn = await bed.begins(1);
  const stopped = Promise.withResolvers<void>();
  const interrupt = turn.interrupt.bind(turn);
  turn.interrupt = async () => {
    await stopped.promise;
    await interrupt();
  };
  const paused = bed.turns.pause(String(id), board);
  await expect.poll(() => bed.row(id).status).toBe("needs_input");
  bed.turns.sleep(String(id));
  turn.listener.onProcess(4_712);
  expect(bed.row(id)).toMatchObject({ status: "waiting", waitingKind: "asleep" });
  stopped.resolve();
  await paused;
  expect(bed.row(id)).toMatchObject({ status: "waiting", waitingKind: "asleep", runningJobId: null });
});

it("a turn whose prompt had arrived continues with a nudge, and still sleeps at its end", async () => {
  await using bed = await openTurnBed();
  const { id } = bed.create();
  await (await bed.begins(1)).say({ kind: "user", text: "Begin" });
  bed.turns.sleep(String(id));
  const { take } = await bed.restart();
  take();
  const turn = await bed.begins(2);
  expect(turn.request.prompt.text).toBe(text.recoveryNudge);
  await turn.answer("Done");
  await expect.poll(() => bed.row(id).waitingKind).toBe("asleep");
});
