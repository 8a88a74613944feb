import { rm } from "node:fs/promises";
import { arch, platform } from "node:process";
import { beforeEach, describe, expect, it } from "vitest";
import { type Ccusage, prepareCcusage, type TokensByDay } from "../../../../test/support/ccusage.ts";
import {
  type CorpusFiles,
  claudeCorpus,
  claudeLine,
  codexCorpus,
  codexLine,
  corpusTime,
  jsonl,
  writeCorpus,
} from "../../../../test/support/usage-corpus.ts";
import { openLedgerBed } from "./ledger-test-bed.ts";

const running = new AbortController().signal;
type Cli = "claude" | "codex";

/** What the ledger and ccusage count in the same files. */
async function counted(cli: Cli, files: CorpusFiles) {
  await using bed = await openLedgerBed();
  const ccusage = await prepareCcusage(bed.folder.at("peer"));
  if ("missing" in ccusage) throw new Error(ccusage.missing);
  // Awaited here, as the bed closes with this function.
  return await count(cli, { files, bed, ccusage });
}

type Bed = Awaited<ReturnType<typeof openLedgerBed>>;

async function count(cli: Cli, { files, bed, ccusage }: { files: CorpusFiles; bed: Bed; ccusage: Ccusage }) {
  await writeCorpus(bed.folder.path, files);
  await bed.open().readRecent(running);
  const rows = bed.database.sql
    .prepare<[], [string, number, number, number, number]>(
      `SELECT date(called_at / 1000, 'unixepoch') || ' ' || model, SUM(input_tokens), SUM(output_tokens),
         SUM(cache_creation_tokens), SUM(cache_read_tokens) FROM session_token_usages GROUP BY 1 ORDER BY 1`,
    )
    .raw()
    .all();
  const ours: TokensByDay = Object.fromEntries(rows.map(([key, ...tokens]) => [key, tokens]));
  const theirs = await ccusage.count(cli, bed.folder.path);
  await rm(bed.folder.at(cli), { recursive: true });
  return { ours, theirs };
}

const call = (id: string, second: number, output = 80) => claudeLine({ id, second, output });
const first = call("a", 10);
const file = (name: string, lines: readonly object[]): CorpusFiles => ({
  [`claude/projects/-somewhere/${name}.jsonl`]: jsonl(lines),
});
const rollout = (name: string, lines: readonly object[], end = ""): CorpusFiles => ({
  [`codex/sessions/2026/10/01/rollout-${name}.jsonl`]: jsonl(lines) + end,
});
const begun = [codexLine.head("a", 0), codexLine.turn("gpt-6-sol", 0)];
const one = codexLine.count(1, [100, 60, 7], [100, 60, 7]);
const two = codexLine.count(2, [250, 160, 17], [150, 100, 10]);

const same: readonly (readonly [title: string, cli: Cli, files: CorpusFiles])[] = [
  [
    "an answer that grows line by line",
    "claude",
    file(
      "s",
      [3, 80, 200].map((n) => call("a", 10, n)),
    ),
  ],
  [
    "a conversation that another repeats",
    "claude",
    { ...file("s", [first]), ...file("t", [first, call("b", 20)]) },
  ],
  [
    "the file of a subagent",
    "claude",
    { ...file("s", [first]), ...file("s/subagents/agent-1", [call("b", 12)]) },
  ],
  [
    "a subagent's lines that its parent has too",
    "claude",
    { ...file("s", [first]), ...file("s/subagents/agent-1", [{ ...first, isSidechain: true }]) },
  ],
  ["another attempt of the same answer", "claude", file("s", [first, { ...first, requestId: "req_again" }])],
  [
    "a notice of the CLI",
    "claude",
    file("s", [
      first,
      { ...call("b", 11), message: { ...first.message, id: "msg_b", model: "<synthetic>" } },
    ]),
  ],
  [
    "lines that are no records",
    "claude",
    { "claude/projects/-x/s.jsonl": `{no\nnull\n[]\n${jsonl([first])}` },
  ],
  ["an answer over midnight", "claude", file("s", [call("a", 57_599, 5), call("a", 57_601, 900)])],
  ["running totals", "codex", rollout("a", [...begun, one, two])],
  ["a total that is repeated", "codex", rollout("a", [...begun, one, { ...one, timestamp: corpusTime(9) }])],
  ["records beside totals", "codex", rollout("a", [...begun, codexLine.record(1, [100, 60, 7]), one])],
  ["a model that changes", "codex", rollout("a", [...begun, one, codexLine.turn("gpt-6-luna", 1), two])],
  ["a resumed conversation", "codex", rollout("a", [...begun, one, ...begun, two])],
  ["a last line that is cut", "codex", rollout("a", [...begun, one], JSON.stringify(two).slice(0, 150))],
  [
    "a fork that repeats the conversation it came from",
    "codex",
    {
      ...rollout("a", [...begun, one]),
      ...rollout("b", [
        codexLine.head("b", 8, { forked_from_id: "a" }),
        ...begun,
        one,
        codexLine.turn("gpt-6-sol", 9),
        codexLine.count(9, [300, 160, 17], [200, 100, 10]),
      ]),
    },
  ],
];

/** Where they differ on purpose: what the ledger counts, and why that is right. */
const different: readonly (readonly [
  why: string,
  cli: Cli,
  files: CorpusFiles,
  ours: number,
  theirs: number,
])[] = [
  [
    "ccusage takes the notice of a failed request for an answer",
    "claude",
    file("s", [first, { ...call("b", 11, 9), isApiErrorMessage: true }]),
    80,
    89,
  ],
  [
    "a line without a request id is no call (R178); ccusage counts it",
    "claude",
    file("s", [first, { ...call("b", 11, 9), requestId: undefined }]),
    80,
    89,
  ],
  [
    "ccusage counts each line of an answer without a message id, though they name one request",
    "claude",
    file(
      "s",
      [80, 80].map((output) => ({ ...call("a", 10, output), message: { ...first.message, id: undefined } })),
    ),
    80,
    160,
  ],
  [
    "an answer before any model is named has no price (R180); ccusage takes it for gpt-5",
    "codex",
    rollout("a", [codexLine.head("a", 0), one, codexLine.turn("gpt-6-sol", 2), two]),
    10,
    17,
  ],
];

const outputOf = (tokens: TokensByDay): number =>
  Object.values(tokens).reduce((sum, [, output]) => sum + output, 0);

/** There is no ccusage for other machines among the packages of the tests. */
const isThere = platform === "linux" && arch === "x64";

beforeEach((context) => {
  if (!isThere) context.skip("ccusage is installed on Linux with an x64 processor only");
});

describe("the ledger and ccusage count the same tokens by model and day", () => {
  it.each(same)("in %s", async (_title, cli, files) => {
    const found = await counted(cli, files);
    expect(Object.keys(found.ours)).not.toEqual([]);
    expect(found.ours).toEqual(found.theirs);
  });

  it.each([1, 2, 3, 4, 5, 6])("in generated files of Claude Code and Codex (%d)", async (seed) => {
    for (const [cli, files] of [
      ["claude", claudeCorpus(seed)],
      ["codex", codexCorpus(seed)],
    ] as const) {
      const found = await counted(cli, files);
      expect(Object.keys(found.ours).length).toBeGreaterThan(3);
      expect(found.ours).toEqual(found.theirs);
    }
  });
});

describe("where they differ", () => {
  it.each(different)("%s", async (_why, cli, files, ours, theirs) => {
    const found = await counted(cli, files);
    expect([outputOf(found.ours), outputOf(found.theirs)]).toEqual([ours, theirs]);
  });
});
