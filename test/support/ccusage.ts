import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const binary = join(import.meta.dirname, "../clis/node_modules/@ccusage/ccusage-linux-x64/bin/ccusage");

/** Tokens by day and model: input, output, written to a cache, read from one. */
export type TokensByDay = Record<string, readonly [number, number, number, number]>;

export interface Ccusage {
  /** What it counts in the corpus below a folder: `claude` or `codex`, by UTC day. */
  count(cli: "claude" | "codex", corpus: string): Promise<TokensByDay>;
}

interface Counts {
  inputTokens: number;
  outputTokens: number;
  cacheCreationTokens?: number;
  cacheReadTokens?: number;
  cachedInputTokens?: number;
}
interface Report {
  daily: {
    date: string;
    modelBreakdowns?: ({ modelName: string } & Counts)[];
    models?: Record<string, Counts>;
  }[];
}

/** The peer that counts the same files, with a folder for itself; says why if there is none for this machine. */
export async function prepareCcusage(folder: string): Promise<Ccusage | { missing: string }> {
  if (!existsSync(binary)) return { missing: "ccusage is installed on Linux with an x64 processor only" };
  await mkdir(join(folder, "home"), { recursive: true });
  const program = join(folder, "ccusage");
  // npm installs it without the right to run it.
  await copyFile(binary, program);
  await chmod(program, 0o755);
  return {
    async count(cli, corpus) {
      const breakdown = cli === "claude" ? ["--breakdown"] : [];
      const { stdout } = await run(
        program,
        [cli, "daily", "--json", "--offline", "--timezone", "UTC", ...breakdown],
        {
          env: {
            HOME: join(folder, "home"),
            CLAUDE_CONFIG_DIR: join(corpus, "claude"),
            CODEX_HOME: join(corpus, "codex"),
          },
          maxBuffer: 64 * 1024 * 1024,
        },
      );
      return tokensOf(JSON.parse(stdout) as Report);
    },
  };
}

function tokensOf({ daily }: Report): TokensByDay {
  const found: TokensByDay = {};
  for (const { date, modelBreakdowns = [], models = {} } of daily) {
    const named = Object.entries(models).map(([modelName, counts]) => ({ modelName, ...counts }));
    for (const { modelName, inputTokens, outputTokens, ...cached } of [...modelBreakdowns, ...named])
      found[`${date} ${modelName}`] = [
        inputTokens,
        outputTokens,
        cached.cacheCreationTokens ?? 0,
        cached.cacheReadTokens ?? cached.cachedInputTokens ?? 0,
      ];
  }
  return found;
}
