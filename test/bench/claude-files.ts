import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { claudeEnd, claudeLine, corpusTime, jsonl, seededRandom } from "../support/usage-corpus.ts";

/** As Claude Code 2.1.329 writes them: for each call its request, two blocks of its answer, and what the tool returned, twice. */
export async function writeClaudeFiles(
  folder: string,
  { files, lineCount }: { files: number; lineCount: number },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const random = seededRandom(20_261_127);
  const upTo = (most: number): number => Math.floor(random() * most);
  const code = (length: number): string => {
    const from = upTo(sample.length - length);
    return sample.slice(from, from + length);
  };
  for (let file = 0; file < files; file += 1) {
    const lines: object[] = [];
    while (lines.length < lineCount / files) {
      const made = {
        id: `${file}-${lines.length}`,
        second: file * 3_600 + lines.length,
        session: `bench-${file}`,
      };
      lines.push(
        ...callLines(made, { output: 1 + upTo(2_000), edited: code(upTo(400)), returned: code(upTo(4_000)) }),
      );
    }
    await writeFile(join(folder, `bench-${file}.jsonl`), jsonl(lines));
  }
}

/** Program text, with as many quotes and line ends as tools return. */
const sample = readFileSync(import.meta.filename, "utf8").repeat(2);

function callLines(
  made: { id: string; second: number; session: string },
  { output, edited, returned }: { output: number; edited: string; returned: string },
): object[] {
  const { id, second, session } = made;
  const timestamp = corpusTime(second);
  const uuid = (of: string): string => `${of}${id}`.padEnd(36, "-5d0c7a1f9b3e4826a1c4");
  const line = {
    ...claudeLine({ ...made, output }),
    parentUuid: uuid("parent"),
    requestRef: uuid("request"),
  };
  const answer = (of: string, block: object) => ({
    ...line,
    message: { ...line.message, content: [block] },
    uuid: uuid(of),
  });
  const input = { file_path: "/somewhere/a.ts", old_string: edited, new_string: edited };
  return [
    {
      type: "api-request",
      sessionId: session,
      id: line.requestRef,
      timestamp,
      version: "2.1.329",
      querySource: "sdk",
      params: { model: line.message.model, max_tokens: 64_000, thinking: { type: "adaptive" }, stream: true },
      keep: Array.from({ length: 12 }, (_, n) => uuid(`${n}`)),
      requestDigest: uuid("digest"),
    },
    answer("text", { type: "text", text: "This reads the file and says why it matters for the change." }),
    answer("tool", { type: "tool_use", id: `toolu_${id}`, name: "Edit", input }),
    {
      parentUuid: uuid("tool"),
      isSidechain: false,
      promptId: uuid("prompt"),
      type: "user",
      message: {
        role: "user",
        content: [{ tool_use_id: `toolu_${id}`, type: "tool_result", content: returned, is_error: false }],
      },
      uuid: uuid("user"),
      timestamp,
      toolUseResult: {
        stdout: returned,
        stderr: "",
        interrupted: false,
        isImage: false,
        noOutputExpected: false,
      },
      sandboxed: false,
      sourceToolAssistantUUID: uuid("tool"),
      permissionDecision: { decision: "accept", source: "config", reasonType: "mode" },
      ...claudeEnd(session),
    },
  ];
}
