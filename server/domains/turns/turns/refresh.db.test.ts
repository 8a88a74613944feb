import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { jsonl } from "../../transcripts/transcripts/transcript-test-bed.ts";
import { text } from "./text.ts";
import { openTurnBed, type TurnBed } from "./turn-test-bed.ts";

const board = { kind: "board" } as const;

async function rested(bed: TurnBed, nth = 1) {
  const { id } = bed.create();
  await (await bed.begins(nth)).answer("Done");
  return bed.reaches(id, "needs_input");
}

const fileOf = (
  bed: TurnBed,
  { id, conversationId }: { id: number; conversationId: string | null },
): string => join(bed.workspaces.home(id), `${conversationId}.jsonl`);

describe("a refresh of one session", () => {
  it("stores the new lines of the agent's file, and starts no turn", async () => {
    await using bed = await openTurnBed();
    const row = await rested(bed);
    const before = bed.transcripts.lineCount(row.id);
    const lines = jsonl([{ kind: "assistant", text: "Written by hand" }]);
    await writeFile(fileOf(bed, row), lines, { flag: "a" });
    const { session } = await bed.turns.refresh(String(row.id), board);
    expect([session.status, bed.transcripts.lineCount(row.id)]).toEqual(["needs_input", before + 1]);
    expect(bed.turnRows(row.id)).toHaveLength(1);
  });

  it("keeps what is stored when the file is shorter", async () => {
    await using bed = await openTurnBed();
    const row = await rested(bed);
    const before = bed.transcripts.raw(row.id);
    await writeFile(fileOf(bed, row), "");
    await bed.turns.refresh(String(row.id), board);
    expect(bed.transcripts.raw(row.id)).toBe(before);
  });

  it("is refused when nothing is on disk", async () => {
    await using bed = await openTurnBed();
    const row = await rested(bed);
    await rm(fileOf(bed, row));
    await expect(bed.turns.refresh(String(row.id), board)).rejects.toMatchObject({
      status: 422,
      label: "Refresh failed",
    });
  });

  it("lets a running turn know that its prompt has arrived", async () => {
    await using bed = await openTurnBed();
    const { id } = bed.create();
    const turn = await bed.begins(1);
    await turn.say({ kind: "user", text: "Begin" });
    await bed.turns.refresh(String(id), board);
    expect(bed.row(id).promptDelivered).toBe(true);
  });

  it("restarts a failed session", async () => {
    await using bed = await openTurnBed();
    const { id } = bed.create();
    (await bed.begins(1)).end({ kind: "start_failed", message: "no", stderr: "" });
    await bed.reaches(id, "failed");
    expect((await bed.turns.refresh(String(id), board)).message).toContain("queued again");
    await bed.begins(2);
  });
});

describe("a refresh of all sessions", () => {
  it("restarts failed sessions, continues idle ones, reads the others again, and counts each once", async () => {
    await using bed = await openTurnBed();
    const idle = await rested(bed);
    const paused = await rested(bed, 2);
    bed.sessions.write(bed.row(paused.id), { pausedBy: "user" });
    const asking = await rested(bed, 3);
    bed.sessions.write(bed.row(asking.id), { blockedOnElicitation: true });
    const failed = bed.create();
    (await bed.begins(4)).end({ kind: "start_failed", message: "no", stderr: "" });
    await bed.reaches(failed.id, "failed");

    const { message, ...counts } = await bed.turns.refreshAll(board);
    expect(counts).toEqual({ refreshed: 1, restarted: 1, continued: 1, errors: 0 });
    expect(message).toContain("1 restarted");
    await bed.begins(6);
    const prompts = bed.begun.slice(4).map(({ request }) => request.prompt.text);
    expect(prompts.toSorted()).toEqual(["Begin", text.recoveryNudge].toSorted());
    expect(bed.row(paused.id).status).toBe("needs_input");
    expect(bed.turnRows(asking.id)).toHaveLength(1);
    expect(bed.row(idle.id).status).toBe("running");
  });

  it("gives at most fifty sessions a turn", async () => {
    await using bed = await openTurnBed({ threads: 1 });
    const row = await rested(bed);
    const { id: _id, version: _version, slug: _slug, ...copy } = row;
    for (let n = 0; n < 60; n += 1) bed.addSession({ ...copy, slug: null, idempotencyKey: null });
    const counts = await bed.turns.refreshAll(board);
    expect(counts.continued).toBe(50);
  });
});
