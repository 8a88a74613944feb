/** @module-tag real-cli */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { probeStrict } from "../../server/lib/sandbox/index.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { gitIn } from "../support/repository.ts";
import { sandboxIn } from "../support/sandbox-room.ts";
import { atRest } from "../support/service.ts";
import { createSession, sessionOf, transcriptOf } from "../support/sessions.ts";

/** For what a real CLI takes on a busy machine. */
const longMs = 120_000;
vi.setConfig({ testTimeout: 2 * longMs });

let service: BoardService;
/** By level. */
let works: Record<string, boolean> = {};

beforeAll(async () => {
  service = await startBoardService();
  const sandboxed = (await sandboxIn(join(service.folder, "probe"), [])) !== null;
  const probe = { environment: process.env, dataFolder: service.service.dataFolder };
  const strict = sandboxed && (await probeStrict(probe)).available;
  works = { off: true, workspace: sandboxed, strict };
});
afterAll(() => service[Symbol.asyncDispose]());

const person = "git config user.name Agent; git config user.email agent@signalbox.invalid;";
const work = "date > work.txt; git add --all; git commit --quiet -m Work;";

interface Played {
  id: number;
  root: string;
  told: string;
}

/** An agent's shell runs `command`, in which ROOT is the repository that its clone was made from. */
async function play(agent_runtime: string, sandbox: string, command: string): Promise<Played> {
  const root = await service.repository();
  await service.board.call("POST", "/repositories/trust", { git_root: root });
  const script = `#script bash cmd=${person} ${work} ${command.replaceAll("ROOT", root)}\n#script say Done.`;
  const { id } = await createSession(service, { git_root: root, agent_runtime, sandbox, prompt: script });
  const { status, failure_detail } = await service.waitFor(id, atRest, longMs);
  expect({ status, failure_detail }).toEqual({ status: "needs_input", failure_detail: null });
  return { id, root, told: await transcriptOf(service, id) };
}

const runs = [
  ["pi", "workspace"],
  ["pi", "off"],
  ["pi", "strict"],
  ["claude_code", "workspace"],
  ["codex", "workspace"],
] as const;

describe.each(runs)("an agent of the real %s at %s", (runtime, level) => {
  it("pushes to the repository on this machine that it was cloned from", async (context) => {
    if (works[level] !== true) context.skip("No sandbox starts on this machine");
    const { id, root, told } = await play(
      runtime,
      level,
      "git push origin HEAD:refs/heads/done 2>&1; git fetch 2>&1",
    );
    const clone = String((await sessionOf(service, id)).metadata["clone_path"]);
    expect(told).toContain("[new branch]");
    expect(await gitIn(root, "rev-parse", "done")).toBe(await gitIn(clone, "rev-parse", "HEAD"));
    await gitIn(root, "fsck", "--full");
  });

  it("brings no command there: neither in the name of a branch, nor by a link in the place of a log", async (context) => {
    if (works[level] !== true) context.skip("No sandbox starts on this machine");
    const name = "fix;touch\\${IFS}x;";
    const plant = level === "off" ? "true" : "ln -sf ../hooks/post-commit ROOT/.git/logs/HEAD";
    const { root, told } = await play(
      runtime,
      level,
      `${plant} 2>&1; git push origin "HEAD:refs/heads/${name}" 2>&1`,
    );
    expect(told).toContain("remote rejected");
    expect(await gitIn(root, "for-each-ref", "--format=%(refname)")).toBe("refs/heads/main\n");
    const hook = join(root, ".git/hooks/post-commit");
    await writeFile(hook, "#!/bin/sh\n", { mode: 0o755 });
    await gitIn(root, "commit", "--quiet", "--allow-empty", "--message", "The owner's");
    expect(await readFile(hook, "utf8")).toBe("#!/bin/sh\n");
  });
});

it.for(["pi", "claude_code", "codex"])(
  "%s can write nothing below the owner's git folder",
  async (runtime, context) => {
    const writes =
      "for f in $(find ROOT/.git) ROOT/.git/logs/new; do (test -d $f && touch $f/new || echo x >> $f) 2>/dev/null && echo wrote $f; done; echo tried$((1+1))";
    if (works["workspace"] !== true) context.skip("No sandbox starts on this machine");
    const { root, told } = await play(runtime, "workspace", writes);
    expect(told).toContain("tried2");
    expect(told).not.toContain(`wrote ${root}`);
    await gitIn(root, "fsck", "--full");
  },
);
