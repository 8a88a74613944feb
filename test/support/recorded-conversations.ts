import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The CLIs whose conversations are recorded by test/record-conversations.ts. */
export const recordedRuntimes = ["claude_code", "codex", "pi"] as const;
type RecordedRuntime = (typeof recordedRuntimes)[number];

/**
 * A passing test, a command that fails, a new file, and a test that takes more than the ten seconds for which Codex waits:
 * it goes on while the agent says that it is done, and is ended with the turn.
 */
export const recordedWork = {
  prompt: [
    "#script say I will run the tests.",
    "#script bash cmd=echo 'ok 1 - adds'; echo 'ok 2 - subtracts'",
    "#script bash cmd=echo broken >&2; exit 3",
    "#script write_file path=note.txt text=hello",
    "#script bash cmd=for n in 1 2 3 4 5 6 7 8; do echo ok $n; sleep 1.6; done",
    "#script say All tests pass.",
  ].join("\n"),
  goal: "The tests pass.\n\n- Those of the new module too\n- Without changes elsewhere",
};

export const recordedConversation = (runtime: RecordedRuntime): string =>
  join(import.meta.dirname, `conversations/${runtime}.jsonl`);

/** The lines that the CLI wrote. */
export async function readRecorded(runtime: RecordedRuntime): Promise<object[]> {
  const text = await readFile(recordedConversation(runtime), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as object);
}
