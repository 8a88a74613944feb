import { describe, expect, it } from "vitest";
import type { TimelineEntry } from "../../transcripts/transcripts/model.ts";
import { issueReader } from "./issue-rules.ts";
import { issueNameOf } from "./link-rules.ts";

type Event = TimelineEntry["event"];

const own = { owner: "acme", repo: "site" };
const ours = (n: number) => `https://github.com/acme/site/issues/${n}`;
const theirs = (n: number) => `https://github.com/other/lib/issues/${n}`;

const found = (...events: Event[]): string[] =>
  issueReader([own])
    .read(events.map((event, index) => ({ index, event })))
    .map(issueNameOf);

const called = (call: { name: string; input: unknown }, text: string, isError = false): string[] =>
  found({ type: "tool_call", callId: "c1", ...call }, { type: "tool_result", callId: "c1", text, isError });

const ran = (command: string, text: string, isError = false): string[] =>
  called({ name: "Bash", input: { command } }, text, isError);

describe("a command that opens an issue", () => {
  it.each<[string, string, string, string[]]>([
    [
      "as agents write it",
      `gh issue create -t Pears -b "see ${theirs(3)}"`,
      `\nCreating issue in acme/site\n\n${ours(7)}\n`,
      ["acme/site#7"],
    ],
    ["by its other name", "gh issue new -t Pears -b x", ours(7), ["acme/site#7"]],
    ["in the repository it names", "gh issue create -R Other/Lib -t x -b y", theirs(7), ["other/lib#7"]],
    ["but not in another than it names", "gh issue create -R other/lib -t x -b y", ours(7), []],
    [
      "several times in a loop",
      "for t in a b; do gh issue create -t $t -b x; done",
      `${ours(7)}\n${ours(8)}`,
      ["acme/site#7", "acme/site#8"],
    ],
    [
      "after printing another",
      "cat notes; gh issue create -t x -b y",
      `${theirs(1)}\n${ours(7)}`,
      ["acme/site#7"],
    ],
    [
      "through the API",
      "gh api repos/acme/site/issues -f title=x",
      `{"html_url":"${ours(7)}","body":"like ${ours(3)}"}`,
      ["acme/site#7"],
    ],
    [
      "by curl",
      "curl -X POST https://api.github.com/repos/acme/site/issues -d '{}'",
      `{"html_url": "${ours(7)}"}`,
      ["acme/site#7"],
    ],
  ])("%s", (_title, command, output, expected) => {
    expect(ran(command, output)).toEqual(expected);
  });

  it.each<[string, string, string]>([
    ["reads one", "gh issue view 7", ours(7)],
    ["comments on one", "gh issue comment 7 -b x", `${ours(7)}#issuecomment-1`],
    ["edits one", "gh issue edit 7 --add-label fix", ours(7)],
    ["lists them through the API", "gh api repos/acme/site/issues", `"html_url":"${ours(7)}"`],
    [
      "comments through the API",
      "gh api repos/acme/site/issues/7/comments -f body=x",
      `"html_url":"${ours(7)}#issuecomment-1"`,
    ],
    ["opens a browser", "gh issue create --web", ours(7)],
    ["opens a pull request", "gh pr create -f", `https://github.com/acme/site/pull/7\nCloses ${ours(7)}`],
    ["only prints the command", 'echo "gh issue create"', ours(7)],
    ["opens and lists", "gh issue create -t x -b y; gh issue list --json url", `${ours(7)}\n${ours(8)}`],
  ])("is not one that %s", (_title, command, output) => {
    expect(ran(command, output)).toEqual([]);
  });

  it("opened none if it failed", () => {
    expect(ran("gh issue create -t x -b y", ours(7), true)).toEqual([]);
  });
});

describe("a tool that opens an issue", () => {
  const input = { owner: "acme", repo: "site", title: "Pears" };
  const text = `{"url":"${ours(7)}"}`;

  it("counts for the repository it names", () => {
    expect(called({ name: "mcp__github__create_issue", input }, text)).toEqual(["acme/site#7"]);
    expect(called({ name: "mcp__github__issue_write", input: { ...input, method: "create" } }, text)).toEqual(
      ["acme/site#7"],
    );
    expect(called({ name: "mcp__github__create_issue", input }, `see ${theirs(7)}`)).toEqual([]);
  });

  it("is not one that changes or reads an issue, or that failed", () => {
    expect(called({ name: "mcp__github__issue_write", input: { ...input, method: "update" } }, text)).toEqual(
      [],
    );
    expect(called({ name: "mcp__github__get_issue", input }, text)).toEqual([]);
    expect(called({ name: "mcp__github__create_issue", input }, text, true)).toEqual([]);
  });
});
