import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeClone } from "../support/clones.ts";
import { type GitServer, startGitServer } from "../support/git-server.ts";
import { makeRepositoryOn } from "../support/odd-repositories.ts";
import { gitIn, makeGitRepository } from "../support/repository.ts";
import { startTestService, type TestService } from "../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

/** A session without a prompt, once its clone is made or has failed; `head` is what is checked out. */
async function cloned(body: Record<string, unknown>) {
  const made = await makeClone(service, body);
  const head =
    made.clone === null ? null : (await gitIn(made.clone, "rev-parse", "--abbrev-ref", "HEAD")).trim();
  return { ...made, head };
}

const place = (): string => join(service.folder, `repository-${Math.random().toString(36).slice(2, 10)}`);

describe("where nobody names a branch, a session works on", () => {
  it.each(["master", "trunk"])("%s if the repository has no main and its HEAD names that", async (branch) => {
    const git_root = await makeRepositoryOn(branch, place());
    const { session, warnings, said: log, head } = await cloned({ git_root });
    const said = `No branch was named, and ${git_root} has no "main": the session works on "${branch}", which its HEAD names.`;
    expect({ branch: session.branch, head, warnings }).toEqual({ branch, head: branch, warnings: [said] });
    expect(log).toContain(said);
  });

  it("main if the repository has it, whatever its HEAD names", async () => {
    const git_root = await makeGitRepository(place());
    await gitIn(git_root, "checkout", "--quiet", "-b", "next");
    await gitIn(git_root, "pack-refs", "--all");
    expect(await cloned({ git_root })).toMatchObject({ head: "main", warnings: [] });
  });

  it("the only branch, if HEAD is detached or names a branch that is not there", async () => {
    const [detached, missing] = [
      await makeRepositoryOn("work", place()),
      await makeRepositoryOn("work", place()),
    ];
    await gitIn(detached, "checkout", "--quiet", "--detach");
    await gitIn(missing, "symbolic-ref", "HEAD", "refs/heads/gone");
    for (const git_root of [detached, missing])
      expect(await cloned({ git_root })).toMatchObject({
        head: "work",
        warnings: [expect.stringContaining('works on "work", its only one')],
      });
  });

  it("none, with a sentence, if HEAD names none of several, or there is none at all", async () => {
    const several = await makeRepositoryOn("one", place());
    await gitIn(several, "branch", "two");
    await gitIn(several, "checkout", "--quiet", "--detach");
    const { session } = await cloned({ git_root: several });
    expect(session.failure_detail).toMatch(
      /the HEAD of .* does not name an existing branch. Name the branch/,
    );
    const empty = place();
    await mkdir(empty);
    await gitIn(empty, "init", "--quiet");
    for (const body of [{ git_root: empty }, { git_root: empty, branch: "main" }])
      expect((await cloned(body)).session.failure_detail).toMatch(
        /no branch with a commit yet. Make a first commit/,
      );
  });

  it("the branch of a remote, which is asked while the session is made", async () => {
    const repository = await makeRepositoryOn("trunk", place());
    const server: GitServer = await startGitServer("http", repository, Number.MAX_SAFE_INTEGER);
    await using _server = server;
    const git_root = server.url;
    expect(await cloned({ git_root })).toMatchObject({
      head: "trunk",
      warnings: [expect.stringContaining('works on "trunk", which its HEAD names')],
    });
  });
});

describe("what is named", () => {
  it("stays an error if the repository does not have it", async () => {
    const git_root = await makeRepositoryOn("trunk", place());
    const { session, warnings } = await cloned({ git_root, branch: "main" });
    expect(warnings).toEqual([]);
    expect(session.failure_detail).toMatch(/^There is no branch "main" in .* It has: trunk\.$/);
  });

  it("may be a tag, at whose commit the session starts", async () => {
    const git_root = await makeGitRepository(place());
    await gitIn(git_root, "tag", "v1");
    const { session, head } = await cloned({ git_root, branch: "v1" });
    expect([head, session.status]).toEqual(["HEAD", "needs_input"]);
  });

  it("is not a commit, which the sentence says", async () => {
    const git_root = await makeGitRepository(place());
    const commit = (await gitIn(git_root, "rev-parse", "HEAD")).trim();
    const { session } = await cloned({ git_root, branch: commit });
    expect(session.failure_detail).toMatch(/it looks like a commit. Make a branch or tag there/);
  });
});
