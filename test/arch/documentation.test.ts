import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { filesBelow, root, textOf } from "./tree.ts";

const pages = filesBelow("").filter((file) => file.endsWith(".md"));

it("links only to files that exist", () => {
  const broken = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(root, dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  );
  expect(pages.length).toBeGreaterThan(20);
  expect(broken).toEqual([]);
});

it("names only files and folders that exist", () => {
  const missing = pages.flatMap((page) =>
    [...textOf(page).matchAll(/`((?:server|renderer|main|test|build|migrations|docs)\/[\w./-]*\w)\/?`/g)]
      .map(([, path = ""]) => path)
      .filter((path) => !path.startsWith("test/artifacts/") && !existsSync(join(root, path)))
      .map((path) => `${page}: ${path}`),
  );
  expect(missing).toEqual([]);
});

it("lists each domain in the README of its group", () => {
  const folders = (path: string) =>
    readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  for (const group of folders("server/domains")) {
    const page = `server/domains/${group}/README.md`;
    const listed = [...textOf(page).matchAll(/^- \*\*([\w-]+)\*\*:/gm)].map(([, name = ""]) => name);
    expect(listed.toSorted(), page).toEqual(folders(`server/domains/${group}`).toSorted());
  }
});

it("gives each group of domains a floor", () => {
  const rows = textOf("docs/architecture.md").matchAll(/^\| \d+ \| `([\w-]+)` \|/gm);
  const groups = [...rows].map(([, group = ""]) => group);
  expect(groups.toSorted()).toEqual(readdirSync(join(root, "server/domains")).toSorted());
});

it("lists each decision in the index of decisions, with its status", () => {
  const index = textOf("docs/decisions/README.md");
  for (const file of filesBelow("docs/decisions").filter((name) => /\/\d{4}-/.test(name))) {
    const [, title = "", status = ""] = /^# \d+\. (.+)\n\n\*\*Status:\*\* (.+)$/m.exec(textOf(file)) ?? [];
    expect(index, file).toContain(`(${file.split("/").at(-1)}) | ${title} | ${status} |`);
  }
});

/** The rows of the table in a security policy that no existing test shows. */
function rowsWithoutTests(policy: string): string[] {
  const [, table = ""] = /\n\| Who .* \| Shown by \|\n\|[- |]+\|\n((?:\|.*\n)+)/.exec(policy) ?? [];
  expect(table).not.toBe("");
  return table
    .trim()
    .split("\n")
    .filter((row) => {
      const shownBy = row.split(" | ")[4] ?? "";
      const tests = [...shownBy.matchAll(/\]\(\.\.\/([^)]+\.test\.tsx?)\)/g)].map(([, file = ""]) => file);
      return tests.length === 0 || tests.some((file) => !existsSync(join(root, file)));
    });
}

it("names the tests that show each row of the security policy", () => {
  expect(rowsWithoutTests(textOf(".github/SECURITY.md"))).toEqual([]);
});

it("finds a row of the security policy without a test, and one whose test is gone", () => {
  const shown = "| A thief | much | locks | windows | [here](../test/arch/documentation.test.ts) |";
  const planted = ["| A ghost | nothing | walls | nothing |", shown.replace("documentation", "vanished")];
  const table = [
    "",
    "| Who | Reach | Locks | Not defended | Shown by |",
    "| --- | --- | --- | --- | --- |",
    shown,
    ...planted,
    "",
  ];
  expect(rowsWithoutTests(table.join("\n"))).toEqual(planted);
});
