import { describe, expect, it } from "vitest";
import type { TimelineEntry } from "../../transcripts/transcripts/model.ts";
import { evidenceReader } from "./evidence-rules.ts";

type Event = TimelineEntry["event"];

const own = { owner: "acme", repo: "site" };
const ours = (n: number) => `https://github.com/acme/site/pull/${n}`;
const theirs = (n: number) => `https://github.com/other/lib/pull/${n}`;

const call = (name: string, input: unknown, callId = "c1"): Event => ({
  type: "tool_call",
  callId,
  name,
  input,
});
const result = (text: string, { callId = "c1", isError = false } = {}): Event => ({
  type: "tool_result",
  callId,
  text,
  isError,
});
const says = (text: string): Event => ({ type: "assistant", text, model: null, stopReason: null });

const entries = (...events: Event[]) => events.map((event, index) => ({ index, event }));

/** `<evidence> <owner>/<repo>#<number>` of each link found. */
const found = (events: Event[], repositories: readonly (typeof own)[] = [own]): string[] =>
  evidenceReader(repositories)
    .read(entries(...events))
    .map((link) => `${link.evidence} ${link.owner}/${link.repo}#${link.number}`);

const ran = (command: string, output: string, isError = false): string[] =>
  found([call("Bash", { command, description: "Open it" }), result(output, { isError })]);

const usual = `git push -u origin greet && gh pr create --title "Greet" --body "$(cat <<'EOF'
## Summary
- see ${theirs(3)}; don't "quote

## Verification
- [x] ran it
EOF
)"`;

describe("a command that creates a pull request", () => {
  it.each<[string, string, string, string[]]>([
    ["as Claude Code writes it", usual, `remote: ok\n${ours(7)}`, ["created acme/site#7"]],
    ["in any repository when it names none", "gh pr create --fill", theirs(7), ["created other/lib#7"]],
    ["by its other name", "gh pr new --fill", ours(7), ["created acme/site#7"]],
    ["in the repository it names", "gh pr create -R other/lib -f", theirs(7), ["created other/lib#7"]],
    [
      "in the one it names by address",
      "gh pr create --repo=https://github.com/other/lib -f",
      theirs(7),
      ["created other/lib#7"],
    ],
    ["but not in another than it names", "gh pr create -R other/lib -f", ours(7), []],
    ["in its own by a variable", `gh pr create -R "$ORG/$REPO" -f`, ours(7), ["created acme/site#7"]],
    ["but not in another by a variable", `gh pr create -R "$ORG/$REPO" -f`, theirs(7), []],
    [
      "with a number that is only in passing",
      `URL=$(gh pr create --fill); echo "PR is at $URL."`,
      `PR is at ${ours(7)}.`,
      ["created acme/site#7"],
    ],
    ["in a folder of another", "(cd ../lib && gh pr create -f)", theirs(7), ["created other/lib#7"]],
    ["in a script", "bash -lc 'gh pr create -f'", ours(7), ["created acme/site#7"]],
    [
      "several times in a loop",
      "for r in a b; do (cd $r && gh pr create -f); done",
      `${ours(7)}\n${theirs(8)}`,
      ["created acme/site#7", "created other/lib#8"],
    ],
    [
      "twice",
      "gh pr create -f && cd ../lib && gh pr create -f",
      `${ours(7)}\n${theirs(8)}`,
      ["created acme/site#7", "created other/lib#8"],
    ],
    [
      "after printing another",
      "cat notes; gh pr create -f",
      `${theirs(1)}\n${ours(7)}`,
      ["created acme/site#7"],
    ],
    [
      "and shows it",
      "gh pr create -f && gh pr view --json url",
      `${ours(7)}\n${ours(7)}`,
      ["created acme/site#7"],
    ],
    ["and lists others, which leaves a doubt", "gh pr create -f; gh pr list", `${ours(7)}\n${ours(6)}`, []],
    ["with a part of its address", "gh pr create -f", `${ours(7)}/files`, ["created acme/site#7"]],
    [
      "for the branch that GitHub suggests to open one",
      "gh pr create -f",
      "https://github.com/acme/site/pull/new/x",
      [],
    ],
    [
      "through the API",
      "gh api repos/acme/site/pulls -f title=x -f head=y",
      `{"url":"https://api.github.com/repos/acme/site/pulls/7","html_url":"${ours(7)}","body":"after ${ours(3)}"}`,
      ["created acme/site#7"],
    ],
    [
      "through the API by an explicit method",
      "gh api -XPOST /repos/{owner}/{repo}/pulls --input pr.json --jq .html_url",
      ours(7),
      ["created acme/site#7"],
    ],
    [
      "through the API without gh",
      `curl -s -X POST -H "Authorization: token $T" https://api.github.com/repos/acme/site/pulls -d @pr.json`,
      `{"html_url": "${ours(7)}"}`,
      ["created acme/site#7"],
    ],
  ])("is recognized %s", (_title, command, output, expected) => {
    expect(ran(command, output)).toEqual(expected);
  });

  it.each<[string, string]>([
    ["a view", "gh pr view 7 --json url"],
    ["a list", "gh pr list"],
    ["a comment", "gh pr comment 7 -b done"],
    ["a search for the command", "grep -rn 'gh pr create' docs"],
    ["an echo of the command", `echo "gh pr create"`],
    ["a commit that speaks of it", `git commit -m "then; gh pr create"`],
    ["a document that speaks of it", "cat > how.md <<'EOF'\ngh pr create --fill\nEOF\ncat log"],
    ["a trial", "gh pr create --fill --dry-run"],
    ["a page in the browser", "gh pr create --web"],
    ["the manual", "gh pr create --help"],
    ["a reading of the API", "gh api repos/acme/site/pulls"],
    ["a reading that has fields", "gh api -X GET repos/acme/site/pulls -f state=all"],
    ["a review", "gh api repos/acme/site/pulls/7/reviews -f event=APPROVE"],
    ["a search of the API", "gh search prs --author @me"],
  ])("is not %s", (_title, command) => {
    expect(ran(command, ours(7))).toEqual([]);
  });

  it.each<[string, string, string, string[]]>([
    ["that failed gives nothing", "gh pr create -f", `failed; see ${ours(7)}`, []],
    [
      "before one that failed gives its own",
      "gh pr create -f; npm test",
      `${ours(7)}\nnot ok`,
      ["created acme/site#7"],
    ],
    ["into a pipe that failed gives its own", "gh pr create -f | grep x", ours(7), ["created acme/site#7"]],
    [
      "before one that failed gives one alone",
      "gh pr create -f; false",
      `${ours(6)}\n${ours(7)}`,
      ["created acme/site#7"],
    ],
    ["before one that failed gives none of others", "gh pr create -f; false", theirs(7), []],
    ["before a list that failed gives none", "gh pr create -f; gh pr list; false", ours(7), []],
    ["bound to one that failed gives none", "gh pr create -f && npm test", ours(7), []],
    ["with a quote that never ends gives none", "gh pr create -f; echo 'x", ours(7), []],
    [
      "that was done already gives what is there",
      "gh pr create -f",
      `a pull request for branch "x" into branch "main" already exists:\n${ours(7)}`,
      ["re_created acme/site#7"],
    ],
    ["that was done already elsewhere gives none", "gh pr create -f", `already exists:\n${theirs(7)}`, []],
  ])("%s", (_title, command, output, expected) => {
    expect(ran(command, output, true)).toEqual(expected);
  });

  it("that already existed is not a new one if the failure is ignored", () => {
    expect(ran("gh pr create -f || true", `already exists:\n${ours(7)}`)).toEqual(["re_created acme/site#7"]);
  });
});

describe("each CLI's shell", () => {
  it.each<[string, string, unknown]>([
    ["Claude Code", "Bash", { command: "gh pr create -f" }],
    ["Codex", "exec_command", { cmd: "gh pr create -f", workdir: "/w" }],
    ["an older Codex", "shell", { command: ["bash", "-lc", "gh pr create -f"] }],
    ["Codex without a shell", "local_shell", { command: ["gh", "pr", "create", "-f"] }],
    ["pi", "bash", { command: "gh pr create -f", timeout: 60 }],
  ])("of %s is understood", (_title, name, input) => {
    const output = `Chunk ID: 1\nProcess exited with code 0\nOutput:\n${ours(7)}\n`;
    expect(found([call(name, input), result(output)])).toEqual(["created acme/site#7"]);
  });

  it("is read further while a command continues after its first result", () => {
    const running = "Wall time: 10.0 seconds\nProcess running with session ID 4711\nOutput:\n";
    const events = [
      call("exec_command", { cmd: "gh pr create -f" }),
      result(running),
      call("write_stdin", { session_id: 4711, chars: "" }, "c2"),
      result(`Process exited with code 0\nOutput:\n${ours(7)}`, { callId: "c2" }),
    ];
    expect(found(events)).toEqual(["created acme/site#7"]);
    const task = [
      call("Bash", { command: "gh pr create -f", run_in_background: true }),
      result("Command running in background with ID: bx1y2"),
      call("TaskOutput", { task_id: "bx1y2" }, "c2"),
      result(`<status>completed</status>\n${ours(7)}`, { callId: "c2" }),
    ];
    expect(found(task)).toEqual(["created acme/site#7"]);
  });

  it("keeps a call open until its result comes", () => {
    const reader = evidenceReader([own]);
    reader.read(entries(says("Now"), call("Bash", { command: "ls" })));
    expect(reader.openFrom()).toBeNull();
    reader.read([{ index: 2, event: call("Bash", { command: "gh pr create" }, "c2") }]);
    expect(reader.openFrom()).toBe(2);
    const later = { index: 9, event: result(ours(7), { callId: "c2" }) };
    expect(reader.read([later])).toMatchObject([{ number: 7 }]);
    expect(reader.openFrom()).toBeNull();
  });
});

describe("an MCP server's tool that creates a pull request", () => {
  const through = (
    name: string,
    text: string,
    input: unknown = { owner: "acme", repo: "Site" },
    isError = false,
  ) => found([call(name, input), result(text, { isError })]);

  it("counts in the session's own repository, once", () => {
    const answer = `{"id":"1","url":"${ours(7)}","body":"${ours(3)}"}`;
    expect(through("mcp__github__create_pull_request", answer)).toEqual(["mcp_created acme/site#7"]);
  });

  it.each<[string, string[]]>([
    [
      "of another repository",
      through("mcp__github__create_pull_request", ours(7), { owner: "other", repo: "lib" }),
    ],
    ["that answers with another", through("mcp__github__create_pull_request", theirs(7))],
    ["that failed", through("mcp__github__create_pull_request", ours(7), undefined, true)],
    ["that creates a review", through("mcp__github__create_pull_request_review", ours(7))],
    ["that lists", through("mcp__github__list_pull_requests", ours(7))],
  ])("is not one %s", (_title, links) => {
    expect(links).toEqual([]);
  });
});

describe("an agent's own statement", () => {
  it.each([
    `Opened ${ours(7)}`,
    `I've opened [PR #7](${ours(7)}).`,
    `Done.\n\n- **Created:** ${ours(7)}`,
    `I opened a draft pull request: ${ours(7)}`,
    `PR opened → ${ours(7)}`,
    `The branch was pushed and a PR was created: ${ours(7)}`,
  ])("counts: %s", (text) => {
    expect(found([says(text)])).toEqual(["claimed acme/site#7"]);
  });

  it.each([
    `See ${ours(7)}`,
    `I have not opened ${ours(7)}`,
    `Ada opened ${ours(7)}`,
    `The PR is ${ours(7)}`,
    `I opened ${theirs(7)}`,
    `I opened an issue. The pull request of last week is ${ours(7)}`,
    `> I opened ${ours(7)}`,
    `\`\`\`\nOpened ${ours(7)}\n\`\`\``,
    `The log says "opened ${ours(7)}"`,
    `Next I will create ${ours(7)}`,
  ])("does not count: %s", (text) => {
    expect(found([says(text)])).toEqual([]);
  });

  it("does not count without a repository of its own", () => {
    expect(found([says(`Opened ${ours(7)}`)], [])).toEqual([]);
  });
});

it("finds nothing in a prompt, a notice, or the result of another call", () => {
  const events: Event[] = [
    { type: "user", text: `Opened ${ours(7)}`, images: 0 },
    { type: "notice", text: `Opened ${ours(7)}` },
    { type: "thinking", text: `I opened ${ours(7)}`, redacted: false },
    call("Read", { file_path: "log" }),
    result(ours(7)),
    result(ours(7), { callId: "unknown" }),
  ];
  expect(found(events)).toEqual([]);
});
