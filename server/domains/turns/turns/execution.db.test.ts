import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Refusal } from "../../../lib/errors.ts";
import type { AgentOutcome } from "../../../runtimes/outcome.ts";
import { goalBlock } from "../../sessions/goals/index.ts";
import { CloneError } from "../../workspace/workspaces/index.ts";
import { completed } from "./fake-turn-test-bed.ts";
import { text } from "./text.ts";
import { openTurnBed } from "./turn-test-bed.ts";

const board = { kind: "board" } as const;
const minute = 60_000;

describe("a turn", () => {
  it("runs the agent in its own clone, and leaves the session needing input", async () => {
    await using bed = await openTurnBed();
    const { id } = bed.create({ subdirectory: "api", goal: "Make it green." });
    const turn = await bed.begins(1);
    const { request } = turn;
    expect(bed.row(id)).toMatchObject({ status: "running", jobId: null, runningJobId: expect.any(Number) });
    expect(request).toMatchObject({
      prompt: { text: `Begin\n\n${goalBlock("Make it green.")}`, images: [] },
      model: "fake-model",
      conversation: { kind: "start", id: "conversation-1" },
    });
    expect(await readFile(join(request.workspace.cwd, "a.txt"), "utf8")).toBe("a");

    await turn.answer("Done");
    const row = await bed.reaches(id, "needs_input");
    expect(row).toMatchObject({
      promptDelivered: true,
      conversationStarted: true,
      runningJobId: null,
      jobId: null,
    });
    expect(bed.sessions.view(row).metadata["clone_path"]).toBe(row.clonePath);
    expect(bed.turnRows(id)).toEqual([
      {
        kind: "first",
        state: "ended",
        outcome: "rest",
        retries: 0,
        prompt: `Begin\n\n${goalBlock("Make it green.")}`,
      },
    ]);
    expect(bed.transcripts.lineCount(id)).toBe(2);
  });

  it("has what it spent read before the next one is decided on, and ends even if that fails", async () => {
    await using bed = await openTurnBed();
    const { id } = bed.create();
    const first = await bed.begins(1);
    await bed.turns.followUp(String(id), { prompt: "Next" }, board);
    const seen: unknown[] = [];
    bed.spending.read = async (of) => {
      seen.push([of, bed.transcripts.lineCount(id), bed.turnRows(id).length]);
      throw new Error("The disk is full");
    };
    await first.answer("Done");
    const second = await bed.begins(2);
    expect(seen).toEqual([[id, 2, 1]]);
    await second.answer("Done");
    await bed.reaches(id, "needs_input");
  });

  it("fails with the reason if its sandbox cannot start, and starts no agent", async () => {
    await using bed = await openTurnBed();
    bed.sandboxes.problem = async () => "bubblewrap is not installed.";
    const { id } = bed.create();
    expect(await bed.reaches(id, "failed")).toMatchObject({
      failureReason: "sandbox_unavailable",
      failureDetail: expect.stringMatching(
        /cannot start. bubblewrap is not installed. .*SERVICE_SANDBOX=off/,
      ),
    });
    expect(bed.begun).toEqual([]);
  });

  it("notes that its prompt is missing from the conversation, as after a command that the CLI handles itself", async () => {
    await using bed = await openTurnBed();
    const { id } = bed.create();
    const noted = () => bed.notes.filter((note) => note.includes("without the prompt")).length;
    await (await bed.begins(1)).answer("Done");
    await bed.reaches(id, "needs_input");
    expect(noted()).toBe(0);
    await bed.turns.followUp(String(id), { prompt: "/help" }, board);
    (await bed.begins(2)).end(completed);
    await bed.reaches(id, "needs_input");
    expect(noted()).toBe(1);
  });

  it("continues with the next message in the same conversation, without leaving running", async () => {
    await using bed = await openTurnBed();
    const { id } = bed.create();
    const first = await bed.begins(1);
    const answer = await bed.turns.followUp(String(id), { prompt: "And then?" }, board);
    expect(answer).toMatchObject({ delivered: false, enqueued_message: { status: "pending", position: 1 } });
    const statuses = new Set<string>();
    bed.sessionLog.changed = () => void statuses.add(bed.row(id).status);

    await first.answer("Done");
    const second = await bed.begins(2);
    expect([...statuses]).toEqual(["running"]);
    expect(second.request).toMatchObject({
      prompt: { text: "And then?" },
      conversation: { kind: "resume", id: "conversation-1" },
    });
    await second.answer("That");
    await bed.reaches(id, "needs_input");
    expect(bed.messages.list(id, { status: ["sent"], page: 1, per_page: 9 }).pagination.total_count).toBe(1);
  });

  it("takes a message immediately when no turn is active, with its goal", async () => {
    await using bed = await openTurnBed();
    const { id } = bed.create();
    await (await bed.begins(1)).answer("Done");
    await bed.reaches(id, "needs_input");
    const answer = await bed.turns.followUp(String(id), { prompt: "More", goal: "Another goal." }, board);
    expect(answer).toMatchObject({ delivered: true, session: { status: "running", goal: "Another goal." } });
    expect((await bed.begins(2)).request.prompt.text).toBe(`More\n\n${goalBlock("Another goal.")}`);
  });

  it("waits for a thread, says so, and takes the thread when it is free", async () => {
    await using bed = await openTurnBed({ threads: 1 });
    const first = bed.create();
    await bed.begins(1);
    const second = bed.create({ prompt: "Wait" });
    expect(bed.row(second.id)).toMatchObject({ status: "waiting", waitingKind: "queued" });
    await bed.begun[0]?.answer("Done");
    expect((await bed.begins(2)).request.prompt.text).toBe("Wait");
    await bed.reaches(first.id, "needs_input");
    expect(bed.row(second.id).status).toBe("running");
  });

  it("is followed by the session's next message on the same thread, even if other sessions wait for one", async () => {
    await using bed = await openTurnBed({ threads: 1 });
    const first = bed.create();
    const turn = await bed.begins(1);
    const second = bed.create({ prompt: "Wait" });
    await bed.turns.followUp(String(first.id), { prompt: "And then?" }, board);
    await turn.answer("Done");
    const next = await bed.begins(2);
    expect(next.request.prompt.text).toBe("And then?");
    expect([bed.row(first.id).status, bed.row(second.id).status]).toEqual(["running", "waiting"]);
    await next.answer("That");
    expect((await bed.begins(3)).request.prompt.text).toBe("Wait");
  });

  it("gets the last free thread only once when two are queued at the same time", async () => {
    await using bed = await openTurnBed({ threads: 1 });
    for (const _ of [1, 2]) bed.addSession({ gitRoot: bed.repository });
    const asked = [1, 2].map((id) => bed.turns.followUp(String(id), { prompt: "x" }, board));
    const answers = await Promise.all(asked);
    expect(answers.map(({ session }) => session.status)).toEqual(["running", "waiting"]);
  });

  it("can make the clone only, with the first prompt sent later", async () => {
    await using bed = await openTurnBed();
    const { id } = bed.create({ clone_only: true, prompt: null });
    expect(bed.row(id).status).toBe("needs_input");
    const followed = await bed.turns.followUp(String(id), { prompt: "Now" }, board);
    expect(followed.session.id).toBe(id);
    const turn = await bed.begins(1);
    expect(turn.request.prompt.text).toBe("Now");
    expect(bed.turnRows(id)).toMatchObject([{ kind: "clone_only" }, { kind: "follow_up" }]);
  });
});

describe("the end of a turn", () => {
  const end = async (outcome: AgentOutcome) => {
    const bed = await openTurnBed();
    const { id } = bed.create();
    const turn = await bed.begins(1);
    turn.end(outcome);
    return { bed, id };
  };

  it.each<[string, AgentOutcome, object]>([
    [
      "a refusal for good fails the session, with the reason on it",
      { kind: "api_error", error: "authentication", status: 401, message: "Bad key", retryable: false },
      { status: "failed", failureReason: "credential_refused", failureDetail: "Bad key" },
    ],
    [
      "a CLI that does not start fails it too",
      { kind: "start_failed", message: "Bad flag", stderr: "" },
      { status: "failed", failureReason: "spawn_failed", failureDetail: "Bad flag" },
    ],
  ])("%s", async (_title, outcome, expected) => {
    const { bed, id } = await end(outcome);
    await using _closing = bed;
    expect(await bed.reaches(id, "failed")).toMatchObject({ ...expected, jobId: null, runningJobId: null });
    expect(bed.notes.at(-1)).toMatch(new RegExp(`^${id} error: The session failed`));
  });

  it("a temporary error holds the session, and the same turn continues from what the agent has", async () => {
    const { bed, id } = await end({ kind: "killed", signal: "SIGKILL", exitCode: null, stderr: "" });
    await using _closing = bed;
    const held = await bed.reaches(id, "waiting");
    expect(held).toMatchObject({
      waitingKind: "held",
      retryAt: bed.clock.at + 5_000,
      jobId: expect.any(Number),
    });
    bed.after(5_000);
    const again = await bed.begins(2);
    expect(again.request).toMatchObject({
      prompt: { text: "Begin" },
      conversation: { id: "conversation-1" },
    });
    await again.say({ kind: "user", text: "Begin" });
    again.end({ kind: "killed", signal: "SIGKILL", exitCode: null, stderr: "" });
    await bed.reaches(id, "waiting");
    bed.after(10_000);
    const third = await bed.begins(3);
    expect(third.request).toMatchObject({
      prompt: { text: text.recoveryNudge },
      conversation: { kind: "resume" },
    });
    await third.answer("Done");
    expect(await bed.reaches(id, "needs_input")).toMatchObject({ retryAt: null });
    expect(bed.turnRows(id)).toMatchObject([{ state: "ended", retries: 2, outcome: "rest" }]);
  });

  it("exhausted quota parks the turn until the reset, without using a retry", async () => {
    const resetAt = Date.UTC(2026, 5, 1, 15);
    const { bed, id } = await end({ kind: "rate_limited", resetAt, message: "5 hours used" });
    await using _closing = bed;
    const parked = await bed.reaches(id, "waiting");
    expect(parked).toMatchObject({ waitingKind: "parked", retryAt: resetAt });
    expect(bed.turnRows(id)).toMatchObject([{ state: "queued", retries: 0 }]);
    bed.after(3 * 60 * minute);
    await (await bed.begins(2)).answer("Done");
    await bed.reaches(id, "needs_input");
  });

  it("a lost conversation starts over with the first prompt, under a new id", async () => {
    const { bed, id } = await end({ kind: "conversation_lost", message: "Gone" });
    await using _closing = bed;
    const again = await bed.begins(2);
    expect(again.request).toMatchObject({
      prompt: { text: "Begin" },
      conversation: { kind: "start", id: "conversation-2" },
    });
    await again.answer("Done");
    await bed.reaches(id, "needs_input");
  });

  it("stops after the last retry, and notes each one", async () => {
    const { bed, id } = await end({ kind: "killed", signal: null, exitCode: 1, stderr: "boom" });
    await using _closing = bed;
    for (const turn of [2, 3, 4]) {
      await bed.reaches(id, "waiting");
      bed.after(minute);
      (await bed.begins(turn)).end({ kind: "killed", signal: null, exitCode: 1, stderr: "boom" });
    }
    expect(await bed.reaches(id, "failed")).toMatchObject({
      failureReason: "process_failed",
      failureDetail: expect.stringContaining("boom"),
    });
  });
});

const refused = {
  status: 422,
  label: "Invalid selection",
  messages: ['The skill "ledger" is no longer in the catalog'],
};

describe("a turn that cannot start", () => {
  it("a missing CLI fails the session and says what to install", async () => {
    await using bed = await openTurnBed();
    bed.agent.cli = { kind: "missing", message: "Install the fake CLI." };
    const { id } = bed.create();
    expect(await bed.reaches(id, "failed")).toMatchObject({
      failureReason: "cli_missing",
      failureDetail: "Install the fake CLI.",
    });
  });

  it.each([
    [
      "a refusal with a reason fails the session for that reason",
      new Refusal({ ...refused, extra: { reason: "catalog_entry_gone" } }),
      {
        failureReason: "catalog_entry_gone",
        failureDetail: 'The skill "ledger" is no longer in the catalog',
      },
    ],
    [
      "a refusal without one fails it with its sentence",
      new Refusal(refused),
      { failureReason: "equipment_refused", failureDetail: 'The skill "ledger" is no longer in the catalog' },
    ],
    [
      "a bug is not taken for something that the catalog lacks",
      new TypeError("x is not a function"),
      { failureReason: "exception", failureDetail: "TypeError: x is not a function" },
    ],
  ])("while it is equipped, %s", async (_title, fault, expected) => {
    await using bed = await openTurnBed();
    bed.equipping.fault = fault;
    const { id } = bed.create();
    expect(await bed.reaches(id, "failed")).toMatchObject(expected);
  });

  it("a machine that is short of something while it is equipped lets it try again", async () => {
    await using bed = await openTurnBed();
    bed.equipping.fault = Object.assign(new Error("too many open files"), { code: "EMFILE" });
    const { id } = bed.create();
    await expect.poll(() => bed.row(id).waitingKind).toBe("held");
    expect(bed.row(id)).toMatchObject({ status: "waiting", failureReason: null });
  });

  it("a clone that the machine was too short of something to make is made later", async () => {
    await using bed = await openTurnBed();
    const cause = Object.assign(new Error("too many open files"), { code: "EMFILE" });
    bed.equipping.fault = new CloneError("git could not run", { transient: false, cause });
    const { id } = bed.create();
    await expect.poll(() => bed.row(id).waitingKind).toBe("held");
    expect(bed.row(id)).toMatchObject({ status: "waiting", failureReason: null });
  });

  it("a bug in the service fails the session instead of leaving it running", async () => {
    await using bed = await openTurnBed();
    bed.agent.prepare = async () => {
      throw new TypeError("x is not a function");
    };
    const { id } = bed.create();
    expect(await bed.reaches(id, "failed")).toMatchObject({
      failureReason: "exception",
      failureDetail: "TypeError: x is not a function",
    });
  });

  it.each([
    ["an unknown branch", { branch: "nowhere" }, 'There is no branch "nowhere"'],
    ["a subdirectory that is not there", { subdirectory: "web" }, 'The repository has no folder "web"'],
  ])("%s fails the session and is named", async (_title, input, sentence) => {
    await using bed = await openTurnBed();
    const { id } = bed.create(input);
    const row = await bed.reaches(id, "failed");
    expect([row.failureReason, row.failureDetail]).toEqual([
      "git_clone_failed",
      expect.stringContaining(sentence),
    ]);
  });

  it("a runtime that is no longer registered fails the session and is named", async () => {
    await using bed = await openTurnBed({ threads: 1 });
    bed.create();
    const first = await bed.begins(1);
    const { id } = bed.create();
    bed.sessions.write(bed.row(id), { agentRuntime: "hal" });
    first.end(completed);
    expect(await bed.reaches(id, "failed")).toMatchObject({
      failureReason: "runtime_missing",
      failureDetail: expect.stringContaining('"hal"'),
    });
  });
});
