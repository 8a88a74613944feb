import { join } from "node:path";
import { z } from "zod";
import { writePrivateFile } from "../../lib/private-file.ts";
import { markerVariable } from "../../lib/processes/index.ts";
import { completionMarker, type FoundCli, withCli } from "../completion.ts";
import { type LineProcess, startLineProcess } from "../line-process.ts";
import type { Completion, CompletionRequest } from "../runtime.ts";
import { privateEnvironment } from "./environment.ts";
import { promptMessage } from "./prompt.ts";
import { text as words } from "./text.ts";

/** An alias on purpose: the installed version knows its small model. */
const smallModel = "haiku";

const count = z.number().catch(0);
const usage = z.object({
  input_tokens: count,
  output_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
});
const answerLine = z.object({
  type: z.literal("assistant"),
  message: z.object({ model: z.string() }),
  request_id: z.string().nullish(),
});
const resultLine = z.object({
  type: z.literal("result"),
  is_error: z.boolean(),
  result: z.string().catch(""),
  usage,
});

/** One `claude -p` without tools, settings or a stored session. */
export async function askClaude(request: CompletionRequest, cli: FoundCli): Promise<Completion> {
  const systemPrompt = join(request.folder, "system-prompt.md");
  await writePrivateFile(systemPrompt, request.system);
  const answer = Promise.withResolvers<Completion>();
  const read = answerReader(answer.resolve);
  return withCli(
    request,
    () =>
      startLineProcess({
        command: cli.command,
        args: [...cli.args, ...completionArguments(systemPrompt)],
        cwd: request.folder,
        env: {
          CLAUDE_CODE_MAX_RETRIES: "2",
          ...privateEnvironment({ ...request, home: request.folder, loan: request.loan ?? null }),
          [markerVariable]: completionMarker(request),
        },
        sandbox: request.sandbox,
        onMessage: read,
      }),
    async (child) => {
      child.send(await promptMessage({ text: request.prompt, images: [] }));
      child.endInput();
      return Promise.race([answer.promise, endedEarly(child)]);
    },
  );
}

function completionArguments(systemPrompt: string): string[] {
  const options: [flag: string, value: string][] = [
    ["--input-format", "stream-json"],
    ["--output-format", "stream-json"],
    ["--model", smallModel],
    ["--effort", "low"],
    ["--system-prompt-file", systemPrompt],
    ["--tools", ""],
    ["--setting-sources", ""],
  ];
  const switches = [
    "--verbose",
    "--strict-mcp-config",
    "--disable-slash-commands",
    "--no-session-persistence",
  ];
  return ["-p", ...switches, ...options.flat()];
}

/** Reads the CLI's lines up to its result; the model and the request are named in the lines before. */
function answerReader(settle: (answer: Completion) => void): (line: object) => void {
  let last: z.infer<typeof answerLine> | null = null;
  return (line) => {
    const said = answerLine.safeParse(line);
    if (said.success) last = said.data;
    const ended = resultLine.safeParse(line);
    if (!ended.success) return;
    const { is_error: isError, result: text, usage: used } = ended.data;
    if (isError) return settle({ kind: "failed", message: text || words.noAnswer });
    settle({
      kind: "answered",
      text,
      model: last?.message.model ?? smallModel,
      requestId: last?.request_id ?? null,
      usage: {
        inputTokens: used.input_tokens,
        outputTokens: used.output_tokens,
        cacheReadTokens: used.cache_read_input_tokens,
        cacheCreationTokens: used.cache_creation_input_tokens,
      },
    });
  };
}

async function endedEarly(child: LineProcess): Promise<Completion> {
  const { stderr } = await child.exit;
  return { kind: "failed", message: stderr || words.exitedWithoutAnswer };
}
