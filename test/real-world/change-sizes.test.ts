import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type BoardService, startBoardService } from "../support/board.ts";
import { attentionAfter, type ChangedClone, changedClone } from "../support/changes.ts";

const longMs = 60_000;
let service: BoardService;
let git_root: string;

beforeAll(async () => {
  service = await startBoardService();
  git_root = await service.repository({ "README.md": "One\n" });
});
afterAll(() => service[Symbol.asyncDispose]());

/** All pages of a diff, as the board would load them. */
async function pagesOf(clone: ChangedClone, path: string): Promise<string[]> {
  const pages: string[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const { status, body } = await clone.diff(path, { offset: String(offset) });
    expect(status, JSON.stringify(body).slice(0, 300)).toBe(200);
    expect(body.truncated).toBe(body.next_offset !== null);
    pages.push(body.diff);
    offset = body.next_offset;
  }
  return pages;
}

const megabyte = 1024 * 1024;

const big = [
  ["40 MB of text", `for i in {1..10}; do yes "line $i of many, and a bit" | head -c 4000000; done`],
  ["one line of 30 MB", "head -c 30000000 /dev/zero | tr '\\0' 'x'"],
] as const;

it.each(big)("%s: a page of its diff, and the next", { timeout: longMs }, async (_what, script) => {
  const clone = await changedClone(service, { git_root });
  await clone.shell(`(${script}) > big.txt`);
  expect((await clone.changes()).files).toMatchObject([{ path: "big.txt", status: "added" }]);
  const first = await clone.diff("big.txt");
  expect([first.status, first.body.truncated]).toEqual([200, true]);
  expect(first.body.diff.length).toBeLessThan(2 * megabyte);
  const next = await clone.diff("big.txt", { offset: String(first.body.next_offset) });
  await clone.git("add", "--intent-to-add", "big.txt");
  const joined = `${first.body.diff}${next.body.diff}`;
  await writeFile(`${clone.path}.joined`, joined);
  await clone.shell(
    `git diff --no-color -- big.txt | head -c ${Buffer.byteLength(joined)} | cmp - '${clone.path}.joined'`,
  );
  const beyond = await clone.diff("big.txt", { offset: "1000000000000" });
  expect(beyond.body).toMatchObject({ diff: "", truncated: false, next_offset: null });
});

it.each([
  ["lines", "yes 'line of many, and a bit' | head -c 4000000"],
  ["one line with no ASCII letter", "yes 'äöü→日' | tr -d '\\n' | head -c 4800000"],
])(
  "the pages of %s are git's diff, nothing twice and nothing missing",
  { timeout: longMs },
  async (_what, script) => {
    const clone = await changedClone(service, { git_root });
    await clone.shell(`(${script}) > big.txt`);
    await writeFile(`${clone.path}.by-service`, (await pagesOf(clone, "big.txt")).join(""));
    await clone.git("add", "--intent-to-add", "big.txt");
    await clone.shell(`git diff --no-color -- big.txt | cmp - '${clone.path}.by-service'`);
  },
);

it("redacts a secret that lies where a page ends", { timeout: longMs }, async () => {
  const clone = await changedClone(service, { git_root });
  const secret = `ghp_${"a1B2".repeat(9)}`;
  // Without a line end there is no better place to cut than in the middle of something.
  await clone.shell(
    `head -c 40000 /dev/zero | tr '\\0' ' ' > a; for i in {1..30000}; do printf 'token %s ' ${secret}; done >> a`,
  );
  const pages = await pagesOf(clone, "a");
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(page).not.toMatch(/ghp_|a1B2a1B2/);
});

it("redacts a private key whose lines lie on two pages", { timeout: longMs }, async () => {
  const clone = await changedClone(service, { git_root });
  await clone.shell(
    `ssh-keygen -q -t rsa -b 4096 -N '' -f ${clone.path}.key && (head -c 998500 /dev/zero | tr '\\0' '\\n'; cat ${clone.path}.key; yes end | head -n 200) > a`,
  );
  const pages = await pagesOf(clone, "a");
  expect(pages.length).toBeGreaterThan(1);
  const lines = (await readFile(`${clone.path}.key`, "utf8")).split("\n").slice(1, -2);
  for (const page of pages) for (const line of lines) expect(page).not.toContain(line);
});

it("lists the first 2,000 of 100,000 changed files, and how many there are", {
  timeout: longMs,
}, async () => {
  const clone = await changedClone(service, { git_root });
  await clone.shell(
    "mkdir many && cd many && seq 1 100000 | split -l 1 -a 5 --additional-suffix=-of-very-many-files-with-a-long-name.txt -",
  );
  const { files, truncated } = await clone.changes();
  expect([files.length, truncated]).toEqual([2_000, true]);
  expect(files.at(-1)).toMatchObject({ status: "added", additions: 1 });
  expect((await clone.diff(files[1_999]?.path ?? "")).body.diff).toContain("+2000");
});

it("leaves such a session for review", { timeout: longMs }, async () => {
  const command =
    "mkdir many && cd many && seq 1 3000 | split -l 1 -a 4 - && head -c 200000000 /dev/zero > zeros";
  expect(await attentionAfter(service, { git_root, command })).toMatchObject({
    kind: "review",
    reason: expect.stringMatching(/^3001 changed files to look at/),
  });
});
