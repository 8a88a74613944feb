/** @module-tag real-cli */

import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BoardService, startBoardService } from "../support/board.ts";
import { makeSeparated, makeSubmodule, makeWorktree } from "../support/odd-repositories.ts";
import { gitIn, makeGitRepository } from "../support/repository.ts";
import { sandboxIn } from "../support/sandbox-room.ts";
import { atRest, type Session } from "../support/service.ts";
import { createSession, sessionOf, transcriptOf } from "../support/sessions.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";

let service: BoardService;
let folder: TestFolder;
let hasSandbox = false;

beforeAll(async () => {
  service = await startBoardService();
  folder = await makeTestFolder();
  hasSandbox = (await sandboxIn(join(service.folder, "probe"), [])) !== null;
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const newPlace = (): string => folder.at(Math.random().toString(36).slice(2, 10));

/** What the shell of an agent prints in a clone of the repository. */
async function shell(git_root: string, command: string, more: Record<string, unknown> = {}): Promise<string> {
  const prompt = `#script bash cmd=${command}\n#script say Done.`;
  const { id } = await createSession(service, { git_root, prompt, ...more });
  const { status, failure_detail } = await service.waitFor(id, atRest, 60_000);
  expect({ status, failure_detail }).toEqual({ status: "needs_input", failure_detail: null });
  return transcriptOf(service, id);
}

/** Each is a path that people name, and the checkout in which they work on. */
const layouts: Record<string, () => Promise<{ git_root: string; work: string; branch: string }>> = {
  "a linked worktree": async () => {
    const { main, linked } = await makeWorktree(newPlace());
    return { git_root: linked, work: main, branch: "main" };
  },
  "a checkout with its git folder elsewhere": async () => {
    const { top } = await makeSeparated(newPlace());
    return { git_root: top, work: top, branch: "main" };
  },
  "a submodule's folder": async () => {
    const { inner } = await makeSubmodule(newPlace());
    return { git_root: inner, work: inner, branch: "main" };
  },
  "a bare repository": async () => {
    const place = newPlace();
    const work = await makeGitRepository(join(place, "work"));
    await gitIn(place, "clone", "--quiet", "--bare", work, join(place, "bare.git"));
    await gitIn(work, "remote", "add", "origin", join(place, "bare.git"));
    return { git_root: join(place, "bare.git"), work, branch: "main" };
  },
};

describe.each(Object.keys(layouts))("in a clone of %s", (layout) => {
  it("an agent fetches and pulls what its person commits meanwhile", async (context) => {
    if (!hasSandbox) context.skip("No sandbox starts on this machine");
    const { git_root, work, branch } = (await layouts[layout]?.()) ?? expect.fail(layout);
    const gate = join(newPlace(), "committed");
    const { id } = await createSession(service, {
      git_root,
      branch,
      prompt: `#script wait_file path=${gate}\n#script bash cmd=git pull --no-rebase 2>&1; git log --format=%s\n#script say Done.`,
    });
    await service.waitFor(
      id,
      ({ status, metadata }) => status === "running" && metadata["clone_path"] != null,
    );
    await gitIn(work, "checkout", "--quiet", branch);
    await gitIn(work, "commit", "--quiet", "--allow-empty", "--message", "Meanwhile");
    if (git_root.endsWith(".git")) await gitIn(work, "push", "--quiet", "origin", branch);
    await gitIn(folder.path, "init", "--quiet", "--bare", gate);
    await service.waitFor(id, atRest, 60_000);
    expect(await transcriptOf(service, id)).toMatch(/Fast-forward[\s\S]*Meanwhile/);
  });
});

describe("a folder inside a repository", () => {
  const files = { "README.md": "top\n", "web/app/index.html": "<p>app</p>\n" };

  it("means the repository above, with that folder, and says so", async () => {
    const top = await realpath(await makeGitRepository(newPlace(), files));
    const git_root = join(top, "web");
    const answer = await service.call<{ session: Session; warnings?: string[] }>("POST", "/sessions", {
      git_root,
      subdirectory: "app",
      prompt: "#script bash cmd=pwd; ls\n#script say Done.",
    });
    const said = `${git_root} is a folder inside the repository ${top}: the session clones that, and works in its folder "web/app".`;
    expect(answer).toMatchObject({
      status: 201,
      body: { warnings: [said], session: { git_root: top, subdirectory: "web/app" } },
    });
    const { id } = answer.body.session;
    expect((await service.waitFor(id, atRest, 60_000)).status).toBe("needs_input");
    expect(await transcriptOf(service, id)).toMatch(/web\/app\s+index\.html/);
    const logs = await service.call<{ logs: { content: string }[] }>("GET", `/sessions/${id}/logs`);
    expect(logs.body.logs.map(({ content }) => content)).toContain(said);
  });

  it("is that repository's to trust", async () => {
    const top = await realpath(await makeGitRepository(newPlace(), files));
    await service.board.call("POST", "/repositories/trust", { git_root: top });
    const told = await shell(join(top, "web"), "git push origin HEAD:refs/heads/done 2>&1");
    if (hasSandbox) expect(told).toContain("[new branch]");
  });

  it("stays as it is where there is no repository above, or git's own folder", async () => {
    const top = await makeGitRepository(newPlace(), files);
    for (const git_root of [newPlace(), join(top, ".git", "objects")]) {
      const { id } = await createSession(service, { git_root, prompt: "Work" });
      await service.waitFor(id, ({ status }) => status === "failed");
      expect((await sessionOf(service, id)).git_root).toBe(git_root);
    }
  });
});
