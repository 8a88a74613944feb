import { readdir } from "node:fs/promises";
import { expect, it } from "vitest";
import { type GitServer, makeLargeRepository, startGitServer } from "../../../../test/support/git-server.ts";
import { findAgentProcesses } from "../../../lib/processes/index.ts";
import { openTurnBed, type TurnBed } from "./turn-test-bed.ts";

const board = { kind: "board" } as const;

async function withServer(options: Parameters<typeof openTurnBed>[0], limit = 500_000) {
  const bed = await openTurnBed(options);
  const server = await startGitServer("git", await makeLargeRepository(bed.folder.at("large")), limit);
  return {
    bed,
    server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await bed[Symbol.asyncDispose]();
    },
  };
}

/** A session whose clone has stopped in the middle. */
async function hanging(bed: TurnBed, server: GitServer): Promise<number> {
  const { id } = bed.create({ git_root: server.url, branch: "main" });
  await expect.poll(() => server.sent()).toBe(500_000);
  return id;
}

const left = async (bed: TurnBed) => ({
  processes: await findAgentProcesses({ markerPrefix: bed.workspaces.marker() }),
  clones: await readdir(bed.folder.at("clones")),
});

it("holds no thread of the agents while a session's remote hangs, and needs one again to go on", async () => {
  await using use = await withServer({ threads: 1 });
  const { bed, server } = use;
  const slow = await hanging(bed, server);
  const quick = bed.create().id;
  const agent = await bed.begins(1);
  expect(bed.sessions.view(bed.row(slow))).toMatchObject({
    status: "waiting",
    cloning: { step: "receiving", percent: expect.any(Number) },
  });
  expect(agent.request.workspace.sessionId).toBe(quick);
  server.allow(Number.POSITIVE_INFINITY);
  await expect.poll(() => readdir(bed.row(slow).clonePath ?? "").catch(() => [])).toContain("file-39.txt");
  expect(bed.begun).toHaveLength(1);
  agent.end({ kind: "completed", lastMessage: null });
  expect((await bed.begins(2)).request.workspace.sessionId).toBe(slow);
  expect(bed.sessions.view(bed.row(slow)).cloning).toBeNull();
});

it("stops a hanging clone when its session is paused, and clones when it goes on", async () => {
  await using use = await withServer({});
  const { bed, server } = use;
  const id = await hanging(bed, server);
  const session = await bed.turns.pause(String(id), board);
  expect([session.status, bed.turnRows(id)]).toEqual([
    "needs_input",
    [expect.objectContaining({ outcome: "pause" })],
  ]);
  expect(await left(bed)).toEqual({ processes: [], clones: [] });
  server.allow(Number.POSITIVE_INFINITY);
  await bed.turns.restart(String(id), board);
  expect((await bed.begins(1)).request.prompt.text).toBe("Begin");
});

it("fails a session whose remote stays silent, and says so", async () => {
  await using use = await withServer({ cloneSilenceMs: 500 });
  const { bed, server } = use;
  const id = await hanging(bed, server);
  await expect.poll(() => bed.row(id).waitingKind).toBe("held");
  expect(bed.row(id).failureDetail).toContain("The clone failed: The repository's server sent nothing for");
  bed.after(31_000);
  const failed = await bed.reaches(id, "failed");
  expect(failed).toMatchObject({ failureReason: "git_clone_failed" });
  expect(failed.failureDetail).toMatch(/^The repository's server sent nothing for/);
  expect(await left(bed)).toEqual({ processes: [], clones: [] });
});
