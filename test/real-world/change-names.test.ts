import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BoardService, startBoardService } from "../support/board.ts";
import { attentionAfter, type ChangedClone, changedClone } from "../support/changes.ts";

let service: BoardService;
let git_root: string;
let clone: ChangedClone;

beforeAll(async () => {
  service = await startBoardService();
  git_root = await service.repository({ "README.md": "One\n" });
  clone = await changedClone(service, { git_root });
});
afterAll(() => service[Symbol.asyncDispose]());

const long = "x".repeat(255);

describe("a new file with an odd name is listed, shown and found again by that name", () => {
  it.each([
    ["not UTF-8", String.raw`$'caf\xe9.txt'`, String.raw`"caf\351.txt"`],
    ["not UTF-8, in such a folder", String.raw`$'d\xff/e\xfe'`, String.raw`"d\377/e\376"`],
    ["a newline", String.raw`$'a\nb'`, String.raw`"a\nb"`],
    ["a tab", String.raw`$'a\tb'`, String.raw`"a\tb"`],
    ["a quote at its start", `'"q"'`, String.raw`"\"q\""`],
    ["a quote inside", `'a"b'`, `a"b`],
    ["a backslash", String.raw`'a\b'`, String.raw`a\b`],
    ["a control character", String.raw`$'a\x01b'`, String.raw`"a\001b"`],
    ["an escape sequence", String.raw`$'\e[31mred'`, String.raw`"\033[31mred"`],
    ["turned text", String.raw`$'cod\u202etxt.exe'`, String.raw`"cod\342\200\256txt.exe"`],
    ["a dash at its start", `'-rf'`, "-rf"],
    ["a colon as in a pathspec", `':(glob)**'`, ":(glob)**"],
    ["blanks around it", `' a '`, " a "],
    ["no ASCII letter", `'日本語'`, "日本語"],
    ["255 bytes", long, long],
    ["another normal form", String.raw`$'e\u0301'`, "e\u0301"],
  ])("%s", async (_what, typed, shown) => {
    await clone.shell(`f=${typed}; mkdir -p -- "$(dirname -- "./$f")"; echo here > "./$f"`);
    expect(await clone.paths()).toContain(shown);
    const { status, body } = await clone.diff(shown);
    expect(status).toBe(200);
    expect(body).toMatchObject({ path: shown, truncated: false });
    expect(body.diff).toContain("+here");
    const quotedByGit = (await clone.git("status", "--porcelain", "--untracked-files=all")).split("\n");
    if (shown.startsWith('"')) expect(quotedByGit).toContain(`?? ${shown}`);
  });

  it("shows a picture with such a name", async () => {
    await clone.shell(String.raw`printf '\x89PNG\r\n\x1a\n\x00\x01' > $'p\xe9.png'`);
    const query = new URLSearchParams({ path: String.raw`"p\351.png"`, side: "after" });
    const url = `${service.url}/ui/v1/sessions/${clone.id}/changes/picture?${query}`;
    const answer = await fetch(url, { headers: service.board.headers });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  it.each(['"caf\\351', '"x', '"\\400"', "caf\\351.txt", "caf�.txt"])("knows no %s", async (path) => {
    expect((await clone.diff(path)).status).toBe(404);
  });
});

it("renames, commits and deletes such names", async () => {
  const odd = await changedClone(service, { git_root });
  await odd.shell(String.raw`git mv README.md $'R\xe9.md'`);
  await odd.git("commit", "--quiet", "--all", "--message", "Rename");
  expect((await odd.changes()).files).toEqual([
    expect.objectContaining({
      path: String.raw`"R\351.md"`,
      old_path: "README.md",
      status: "renamed",
      additions: 0,
      deletions: 0,
    }),
  ]);
  expect((await odd.diff(String.raw`"R\351.md"`)).body.diff).toContain(String.raw`rename to "R\351.md"`);
});

it("leaves a session with nothing but such a file for review", async () => {
  const command = String.raw`echo x > "$(printf 'caf\351.txt')"`;
  expect(await attentionAfter(service, { git_root, command })).toMatchObject({
    kind: "review",
    reason: "1 changed file to look at (+1 −0)",
  });
});
