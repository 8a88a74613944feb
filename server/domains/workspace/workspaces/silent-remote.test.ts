import { readdir } from "node:fs/promises";
import { expect, it } from "vitest";
import { gitSandboxOf } from "../../../../test/support/git-sandbox.ts";
import { makeLargeRepository, startGitServer } from "../../../../test/support/git-server.ts";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import { findAgentProcesses } from "../../../lib/processes/index.ts";
import { type CloneProgress, workspaceService } from "./index.ts";

const installation = `silent-${process.pid}`;

async function open(protocol: "git" | "http", { limit = 0, silenceMs = 800 } = {}) {
  const folder = await makeTestFolder();
  const server = await startGitServer(protocol, await makeLargeRepository(folder.at("origin")), limit);
  const workspaces = workspaceService({
    folders: {
      clones: folder.at("clones"),
      homes: folder.at("homes"),
      scratch: folder.at("scratch"),
      attachments: folder.at("attachments"),
      archivedClones: folder.at("archived"),
      sandboxes: folder.at("sandboxes"),
      gitFolders: folder.at("git"),
    },
    environment: { PATH: process.env["PATH"], HOME: folder.at("home") },
    installation,
    sessionEnvironment: () => ({}),
    sandboxes: { room: () => null },
    gitSandbox: gitSandboxOf(folder.path),
    localWays: () => [],
    pushAddress: (id) => ({ url: `http://127.0.0.1:3000/git/${id}`, authorization: `Bearer ${id}` }),
    cloneSilenceMs: silenceMs,
  });
  const source = { gitRoot: server.url, branch: "main", subdirectory: null };
  const path = folder.at("clones", "x");
  return {
    server,
    clone: (more: { signal?: AbortSignal; onProgress?(now: CloneProgress): void } = {}) =>
      workspaces.ensureClone(source, { path, sessionId: 1, turnId: 1, ...more }),
    left: async () => ({
      processes: await findAgentProcesses({ markerPrefix: installation }),
      folders: await readdir(folder.at("clones")),
    }),
    files: () => readdir(path),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const nothing = { processes: [], folders: [] };
const gaveUp = { silent: true, transient: true, message: expect.stringContaining("sent nothing for") };

it.each(["git", "http"] as const)(
  "ends a clone by %s whose server says nothing, and says so",
  async (protocol) => {
    await using bed = await open(protocol);
    await expect(bed.clone()).rejects.toMatchObject(gaveUp);
    expect(await bed.left()).toEqual(nothing);
  },
);

it.each(["git", "http"] as const)("ends a clone by %s whose server stops in the middle", async (protocol) => {
  await using bed = await open(protocol, { limit: 500_000 });
  const seen: CloneProgress[] = [];
  await expect(bed.clone({ onProgress: (now) => void seen.push(now) })).rejects.toMatchObject(gaveUp);
  expect(seen.at(0)).toEqual({ step: "connecting", percent: null });
  expect(seen.at(-1)).toMatchObject({ step: "receiving" });
  expect(bed.server.sent()).toBe(500_000);
  expect(await bed.left()).toEqual(nothing);
});

it.each(["git", "http"] as const)("lets a slow server finish a clone by %s", async (protocol) => {
  // Slower than the limit of 1,000 bytes a second that other commands of git have would allow.
  await using bed = await open(protocol, { limit: 900_000, silenceMs: 4_000 });
  let allowed = 900_000;
  const trickle = setInterval(() => bed.server.allow((allowed += allowed < 906_000 ? 300 : 10_000_000)), 500);
  try {
    await expect(bed.clone()).resolves.toBe(true);
  } finally {
    clearInterval(trickle);
  }
  expect(await bed.files()).toContain("file-39.txt");
});

it.each(["git", "http"] as const)(
  "stops a hanging clone by %s at once when its turn is stopped",
  async (protocol) => {
    await using bed = await open(protocol, { limit: 500_000, silenceMs: 600_000 });
    const stop = new AbortController();
    const onProgress = ({ step }: CloneProgress) => void (step === "receiving" && stop.abort());
    await expect(bed.clone({ signal: stop.signal, onProgress })).rejects.toMatchObject({ silent: false });
    expect(await bed.left()).toEqual(nothing);
  },
);
