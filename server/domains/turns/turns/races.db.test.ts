import { cp, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { FakeTurn } from "./fake-turn-test-bed.ts";
import { openTurnBed, type TurnBed } from "./turn-test-bed.ts";

const board = { kind: "board" } as const;

/** Holds the end of the turn back until it is let go. */
function slowToStop(turn: FakeTurn) {
  const asked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const interrupt = turn.interrupt.bind(turn);
  turn.interrupt = async () => {
    asked.resolve();
    await gate.promise;
    await interrupt();
  };
  return { asked: asked.promise, letGo: gate.resolve };
}

async function running(bed: TurnBed) {
  const { id } = bed.create();
  const turn = await bed.begins(1);
  await turn.say({ kind: "user", text: "Begin" });
  return { id, reference: String(id), turn };
}

const waitingMessage = async (bed: TurnBed, reference: string, content: string) =>
  (await bed.turns.enqueue(reference, { content }, board)).id;

it("an interrupt whose message is withdrawn while the turn stops leaves the session idle, and says so", async () => {
  await using bed = await openTurnBed();
  const { id, reference, turn } = await running(bed);
  const stop = slowToStop(turn);
  const message = await waitingMessage(bed, reference, "Now");
  const interrupted = bed.turns.interrupt(reference, message);
  await stop.asked;
  bed.messages.remove(id, message);
  stop.letGo();
  await expect(interrupted).rejects.toMatchObject({ status: 404, message: "Message not found" });
  expect(bed.row(id)).toMatchObject({ status: "needs_input", jobId: null, runningJobId: null });
});

it("an interrupt does not stop the turn that took its message while it waited", async () => {
  await using bed = await openTurnBed();
  const { id, reference, turn } = await running(bed);
  const stop = slowToStop(turn);
  const restarted = bed.turns.restart(reference, board);
  await stop.asked;
  const message = await waitingMessage(bed, reference, "Now");
  const interrupted = bed.turns.interrupt(reference, message);
  stop.letGo();
  await Promise.all([restarted, interrupted]);
  const next = await bed.begins(2);
  expect(next.request.prompt.text).toBe("Now");
  expect(next.interrupts).toBe(0);
  await next.answer("Done");
  await bed.reaches(id, "needs_input");
  expect(bed.messages.find(id, message).status).toBe("sent");
});

it("an interrupt stops the turn that another interrupt's message began as soon as the thread was free", async () => {
  await using bed = await openTurnBed();
  const { id, reference, turn } = await running(bed);
  const [first, second] = [
    await waitingMessage(bed, reference, "First"),
    await waitingMessage(bed, reference, "Second"),
  ];
  const stop = turn.interrupt.bind(turn);
  let other: Promise<unknown> = Promise.resolve();
  turn.interrupt = async () => {
    await stop();
    await expect.poll(() => bed.turnRows(id)).toMatchObject([{ state: "ended" }]);
    // It goes to the front at once and waits for the lock; a message without one finds the thread free.
    other = bed.turns.interrupt(reference, second);
    await waitingMessage(bed, reference, "Third");
    bed.clock.at += 1;
  };
  await Promise.all([bed.turns.interrupt(reference, first), other]);
  await expect.poll(() => bed.turnRows(id).at(-1)).toMatchObject({ state: "running" });
  const last = bed.begun.at(-1);
  expect(last?.request.prompt.text).toBe("Second\n\nFirst");
  await last?.answer("Both");
  expect((await bed.begins(bed.begun.length + 1)).request.prompt.text).toBe("Third");
  expect([first, second].map((message) => bed.messages.find(id, message).status)).toEqual(["sent", "sent"]);
});

it("an archive keeps a message that the running agent does not have, and delivers it after the unarchive", async () => {
  await using bed = await openTurnBed();
  const { id, reference, turn } = await running(bed);
  await turn.answer("Done");
  await bed.reaches(id, "needs_input");
  await bed.turns.followUp(reference, { prompt: "Arrives" }, board);
  const next = await bed.begins(2);
  await next.say({ kind: "user", text: "Arrives" });
  await bed.turns.archive(reference, { end_turn: true }, board);
  await bed.turns.unarchive(reference);
  await bed.turns.followUp(reference, { prompt: "Does not" }, board);
  await bed.begins(3);
  await bed.turns.archive(reference, { end_turn: true }, board);
  const { enqueued_messages: all } = bed.messages.list(id, {
    status: ["sent", "pending"],
    page: 1,
    per_page: 9,
  });
  expect(all.map(({ content, status }) => [content, status])).toEqual([
    ["Arrives", "sent"],
    ["Does not", "pending"],
  ]);
  await bed.turns.unarchive(reference);
  bed.after(10_000);
  const last = await bed.begins(4);
  expect(last.request.prompt.text).toBe("Does not");
  await last.answer("Late");
  await bed.reaches(id, "needs_input");
});

it("an archive that may only end the turn is refused until the agent of an accepted message runs", async () => {
  await using bed = await openTurnBed();
  const { id, reference, turn } = await running(bed);
  await turn.answer("Done");
  await bed.reaches(id, "needs_input");
  const gate = Promise.withResolvers<void>();
  bed.agent.prepare = () => gate.promise;
  const answer = await bed.turns.followUp(reference, { prompt: "Accepted" }, board);
  expect(answer.delivered).toBe(true);
  const attempt = () => bed.turns.archive(reference, { end_turn: true }, board);
  await expect(attempt()).rejects.toMatchObject({
    label: "Queued messages would be discarded",
    message: expect.stringContaining('"Accepted"'),
  });
  await expect.poll(() => bed.turnRows(id).at(-1)).toMatchObject({ state: "preparing" });
  await expect(attempt()).rejects.toMatchObject({ label: "Queued messages would be discarded" });
  gate.resolve();
  const next = await bed.begins(2);
  expect(next.request.prompt.text).toBe("Accepted");
  await next.say({ kind: "user", text: "Accepted" });
  expect((await attempt()).session.status).toBe("archived");
});

it("a follow-up that races an archive is refused, delivered or kept, whichever comes first", async () => {
  await using bed = await openTurnBed();
  for (const archiveFirst of [true, false]) {
    const { id } = bed.create();
    const turn = await bed.begins(bed.begun.length + 1);
    await turn.answer("Done");
    await bed.reaches(id, "needs_input");
    const archive = () => bed.turns.archive(String(id), { end_turn: true }, board);
    const send = () => bed.turns.followUp(String(id), { prompt: "More" }, board);
    const calls = archiveFirst ? [archive(), send()] : [send(), archive()];
    const ended = await Promise.allSettled(calls);
    const [archived, sent] = archiveFirst ? ended : [ended[1], ended[0]];
    expect([archived?.status, sent?.status]).toEqual(
      archiveFirst ? ["fulfilled", "rejected"] : ["rejected", "fulfilled"],
    );
  }
});

it("a forced archive reports a message that the running agent does not have as undelivered", async () => {
  await using bed = await openTurnBed();
  const { id, reference, turn } = await running(bed);
  await turn.answer("Done");
  await bed.reaches(id, "needs_input");
  await bed.turns.followUp(reference, { prompt: "Does not" }, board);
  await bed.begins(2);
  await bed.turns.archive(reference, { force: true }, board);
  const page = { status: ["undelivered"] as const, page: 1, per_page: 9 };
  expect(bed.messages.list(id, page).enqueued_messages).toMatchObject([{ content: "Does not" }]);
});

it("a message for a session that was paused and put to sleep is delivered after its turn ends", async () => {
  await using bed = await openTurnBed();
  const { id, reference, turn } = await running(bed);
  const stop = slowToStop(turn);
  const paused = bed.turns.pause(reference, board);
  await stop.asked;
  bed.turns.sleep(reference);
  await bed.turns.followUp(reference, { prompt: "More" }, board);
  bed.after(10_000);
  const drained = () =>
    bed.database.sql.prepare("SELECT run_at FROM jobs WHERE kind = 'turn.drain'").pluck().get();
  await expect.poll(drained).toBe(bed.clock.at + 10_000);
  stop.letGo();
  await paused;
  expect(bed.row(id)).toMatchObject({ status: "waiting", waitingKind: "asleep" });
  bed.after(10_000);
  expect((await bed.begins(2)).request.prompt.text).toBe("More");
});

it("a deletion ends the turn that a message began as soon as the thread was free", async () => {
  await using bed = await openTurnBed();
  const { id, reference, turn } = await running(bed);
  const stop = turn.interrupt.bind(turn);
  turn.interrupt = async () => {
    await stop();
    await expect.poll(() => bed.turnRows(id)).toMatchObject([{ state: "ended" }]);
    await bed.turns.followUp(reference, { prompt: "More" }, board);
    await bed.begins(2);
  };
  await bed.turns.remove(reference);
  expect(bed.begun[1]?.interrupts).toBeGreaterThan(0);
  expect(bed.sessions.byId(id)).toBeUndefined();
});

it("a message that arrived during a slow pause is delivered afterwards", async () => {
  await using bed = await openTurnBed();
  const { id, reference, turn } = await running(bed);
  const stop = slowToStop(turn);
  const paused = bed.turns.pause(reference, board);
  await stop.asked;
  await bed.turns.followUp(reference, { prompt: "More" }, board);
  bed.after(10_000);
  const drained = () =>
    bed.database.sql.prepare("SELECT run_at FROM jobs WHERE kind = 'turn.drain'").pluck().get();
  await expect.poll(drained).toBe(bed.clock.at + 10_000);
  stop.letGo();
  await paused;
  expect(bed.row(id).status).toBe("needs_input");
  bed.after(10_000);
  expect((await bed.begins(2)).request.prompt.text).toBe("More");
});

it("a paused session that was put to sleep still continues with what is queued", async () => {
  await using bed = await openTurnBed();
  const { reference } = await running(bed);
  await waitingMessage(bed, reference, "More");
  await bed.turns.pause(reference, board);
  expect(bed.turns.sleep(reference).status).toBe("waiting");
  bed.after(10_000);
  expect((await bed.begins(2)).request.prompt.text).toBe("More");
});

it("a clone that succeeds at the second try leaves the session idle", async () => {
  await using bed = await openTurnBed();
  const missing = bed.folder.at("later");
  const { id } = bed.create({ clone_only: true, prompt: null, git_root: missing });
  await bed.reaches(id, "failed");
  await cp(bed.repository, missing, { recursive: true });
  const restarted = await bed.turns.restart(String(id), board);
  expect(restarted.failure_reason).toBeNull();
  expect(await bed.reaches(id, "needs_input")).toMatchObject({ failureReason: null, jobId: null });
  await bed.turns.followUp(String(id), { prompt: "Now" }, board);
  expect((await bed.begins(1)).request.prompt.text).toBe("Now");
});

it("waiting for quota repeatedly uses none of the retries for temporary errors", async () => {
  await using bed = await openTurnBed();
  const { id } = bed.create();
  for (let n = 1; n <= 8; n++) {
    (await bed.begins(n)).end({ kind: "rate_limited", resetAt: bed.clock.at + 1_000, message: "No quota" });
    await bed.reaches(id, "waiting");
    bed.after(10_000);
  }
  const busy = {
    kind: "api_error",
    error: "overloaded",
    status: 529,
    message: "Busy",
    retryable: true,
  } as const;
  (await bed.begins(9)).end(busy);
  expect(await bed.reaches(id, "waiting")).toMatchObject({ waitingKind: "held", failureReason: null });
});

it("the detail of a temporary failure is cleared when the agent runs again", async () => {
  await using bed = await openTurnBed();
  const { id } = bed.create();
  (await bed.begins(1)).end({ kind: "rate_limited", resetAt: bed.clock.at + 1_000, message: "No quota" });
  expect((await bed.reaches(id, "waiting")).failureDetail).toMatch(/No quota/);
  bed.after(10_000);
  await bed.begins(2);
  expect(bed.row(id)).toMatchObject({ status: "running", failureDetail: null });
});

it("a report of an agent on a full disk neither throws nor ends the turn", async () => {
  await using bed = await openTurnBed();
  const { id, turn } = await running(bed);
  bed.database.sql.pragma("query_only = ON");
  const { listener } = turn;
  listener.onProcess(4_712);
  listener.onConversation("another");
  listener.onEvent({ kind: "notice", level: "warning", message: "Full" });
  bed.database.sql.pragma("query_only = OFF");
  await turn.answer("Done");
  await bed.reaches(id, "needs_input");
});

it("a session restored from the trash before its files are reclaimed keeps them", async () => {
  await using bed = await openTurnBed();
  const { id, reference, turn } = await running(bed);
  await turn.answer("Done");
  await bed.reaches(id, "needs_input");
  await bed.turns.archive(reference, {}, board);
  const { clonePath, archivedAt } = bed.row(id);
  const restored = bed.turns.unarchive(reference);
  const reclaimed = bed.turns.removeFiles({ id, clonePath }, archivedAt);
  expect((await restored).clone_restored).toBe(false);
  await reclaimed;
  expect((await stat(clonePath ?? "")).isDirectory()).toBe(true);
});

it("a session restored while its files are reclaimed gets a new clone", async () => {
  await using bed = await openTurnBed();
  const { id, reference, turn } = await running(bed);
  await turn.answer("Done");
  await bed.reaches(id, "needs_input");
  await bed.turns.archive(reference, {}, board);
  const { clonePath, archivedAt, trashAfter } = bed.row(id);
  const early = await bed.turns.removeFiles({ id, clonePath }, archivedAt);
  expect(early).toEqual({ againAt: trashAfter });
  bed.clock.at = trashAfter ?? 0;
  const reclaimed = bed.turns.removeFiles({ id, clonePath }, archivedAt);
  expect((await bed.turns.unarchive(reference)).clone_restored).toBe(true);
  await reclaimed;
});

it("a clone that was archived before the service died is not archived again", async () => {
  await using bed = await openTurnBed();
  const { id, reference, turn } = await running(bed);
  await turn.answer("Done");
  const { clonePath } = await bed.reaches(id, "needs_input");
  await writeFile(join(clonePath ?? "", "mine.txt"), "mine");
  await bed.turns.archive(reference, {}, board);
  const { archivedAt } = bed.row(id);
  await bed.turns.archiveClone(id, archivedAt);
  await bed.turns.archiveClone(id, archivedAt);
  expect(bed.notes.filter((note) => note.includes("The clone was archived"))).toHaveLength(1);
  expect((await bed.turns.unarchive(reference)).clone_restored).toBe(true);
  expect(await readFile(join(clonePath ?? "", "mine.txt"), "utf8")).toBe("mine");
});

it("a restore and the session's next turn make only one clone", async () => {
  await using bed = await openTurnBed();
  const source = { gitRoot: bed.repository, branch: "main", subdirectory: null };
  const place = { path: bed.workspaces.newClonePath(source), sessionId: 1, turnId: 0 };
  const made = await Promise.all([1, 2, 3].map(() => bed.workspaces.ensureClone(source, place)));
  expect(made.filter(Boolean)).toHaveLength(1);
});

it("a turn that waits for a clone being made can be stopped", async () => {
  await using bed = await openTurnBed();
  const source = { gitRoot: bed.repository, branch: "main", subdirectory: null };
  const place = { path: bed.workspaces.newClonePath(source), sessionId: 1, turnId: 0 };
  const first = bed.workspaces.ensureClone(source, place);
  const stopping = new AbortController();
  const second = bed.workspaces.ensureClone(source, { ...place, signal: stopping.signal });
  stopping.abort();
  await expect(second).rejects.toThrow(/stopped/);
  expect(await first).toBe(true);
});

/** Changes the session, as a request would, before and after everything that a turn waits for while it gets ready. */
function changeDuring(bed: TurnBed, id: number): { changes: number } {
  const counted = { changes: 0 };
  const change = (): void => {
    counted.changes += 1;
    bed.sessions.write(bed.row(id), { sessionNotes: `Note ${counted.changes}` });
  };
  for (const part of [bed.workspaces, bed.sandboxes, bed.agent, bed.transcripts] as Record<string, unknown>[])
    for (const [name, act] of Object.entries(part)) {
      if (typeof act !== "function") continue;
      part[name] = (...given: unknown[]): unknown => {
        const answer: unknown = act.apply(part, given);
        if (!(answer instanceof Promise)) return answer;
        change();
        return answer.finally(change);
      };
    }
  return counted;
}

it.each([{ branch: "main" }, {}])(
  "a turn is not failed by what people change while it gets ready: %j",
  async (given) => {
    await using bed = await openTurnBed();
    const { id } = bed.create(given);
    const counted = changeDuring(bed, id);
    const turn = await bed.begins(1);
    await turn.answer("Done");
    expect(await bed.reaches(id, "needs_input")).toMatchObject({ failureReason: null });
    expect(counted.changes).toBeGreaterThan(8);
  },
);
