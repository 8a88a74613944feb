import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { claudeLine, jsonl, seededRandom } from "../support/usage-corpus.ts";

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
  const { id, session } = made;
  const { message, requestId, ...shared } = claudeLine({ ...made, output });
  const common = { ...shared, parentUuid: `parent-${id}`, entrypoint: "sdk-cli", gitBranch: "main" };
  const usage = {
    ...message.usage,
    server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
    service_tier: "standard",
    output_tokens_details: { thinking_tokens: 0 },
  };
  const answer = (block: object) => ({
    ...common,
    message: { ...message, content: [block], stop_reason: null, stop_sequence: null, usage },
    requestId,
    requestRef: `ref-${id}`,
    requestedModel: message.model,
    effort: "high",
    madeBy: "model",
  });
  const input = { file_path: "/somewhere/a.ts", old_string: edited, new_string: edited };
  return [
    {
      type: "api-request",
      sessionId: session,
      id: `ref-${id}`,
      timestamp: shared.timestamp,
      version: shared.version,
      querySource: "sdk",
      params: { model: message.model, max_tokens: 64_000, thinking: { type: "adaptive" }, stream: true },
      keep: Array.from({ length: 12 }, (_, n) => `${id}-${n}-5d0c7a1f9b3e4826a1c4`),
      requestDigest: `digest-${id}`,
    },
    answer({ type: "text", text: "This reads the file and says why it matters for the change." }),
    answer({ type: "tool_use", id: `toolu_${id}`, name: "Edit", input }),
    {
      ...common,
      type: "user",
      message: {
        role: "user",
        content: [{ tool_use_id: `toolu_${id}`, type: "tool_result", content: returned, is_error: false }],
      },
      toolUseResult: { stdout: returned, stderr: "", interrupted: false, isImage: false },
      sourceToolAssistantUUID: shared.uuid,
    },
  ];
}
