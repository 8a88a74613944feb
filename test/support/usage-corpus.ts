import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Lines of the files that Claude Code and Codex keep, made up: every figure is given or comes from a seed. */

export type CorpusFiles = Readonly<Record<string, string>>;

export const jsonl = (lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join("");

/** Numbers from 0 to 1, the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed & 0x7fff_ffff;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x7fff_ffff;
  };
}

/** An instant that many seconds after the corpus begins. */
export const corpusTime = (second: number): string =>
  new Date(Date.UTC(2026, 9, 1, 8, 0, 0) + second * 1_000).toISOString();

interface ClaudeCall {
  id: string;
  second: number;
  output: number;
  session?: string;
  model?: string;
  input?: number;
  cacheRead?: number;
  cacheWrite?: number;
}

/** One line of a call, with its members in the order of Claude Code 2.1.329; its answer so far is as long as `output` says. */
export function claudeLine({ id, second, output, ...rest }: ClaudeCall) {
  const { session = "s1", model = "claude-opus-5-5", input = 12, cacheRead = 4_000, cacheWrite = 300 } = rest;
  return {
    parentUuid: null,
    isSidechain: false,
    message: {
      id: `msg_${id}`,
      type: "message",
      role: "assistant",
      model,
      content: [{ type: "text", text: "Done." }] as object[],
      stop_reason: "tool_use",
      stop_sequence: null,
      usage: {
        input_tokens: input,
        cache_creation_input_tokens: cacheWrite,
        cache_read_input_tokens: cacheRead,
        output_tokens: output,
        output_tokens_details: { thinking_tokens: 0 },
        server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
        service_tier: "standard",
        cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: cacheWrite },
        inference_geo: "",
        iterations: [],
        speed: "standard",
        fallback_credit: null,
      },
      stop_details: null,
    },
    apiBlockIndex: 0,
    requestId: `req_${id}`,
    requestRef: `ref-${id}`,
    requestedModel: model,
    promptCacheRequested: "5m",
    type: "assistant",
    uuid: `${id}-${output}`,
    timestamp: corpusTime(second),
    effort: "medium",
    perTurnEffort: "medium",
    madeBy: "model",
    ...claudeEnd(session),
  };
}

/** The members that lines of Claude Code end with. */
export const claudeEnd = (session: string) => ({
  userType: "external",
  entrypoint: "sdk-cli",
  cwd: "/somewhere",
  sessionId: session,
  version: "2.1.329",
  gitBranch: "main",
});

type CodexCounts = readonly [input: number, cached: number, output: number];

const codexUsage = ([input, cached, output]: CodexCounts) => ({
  input_tokens: input,
  cached_input_tokens: cached,
  output_tokens: output,
  reasoning_output_tokens: 0,
  total_tokens: input + output,
});

export const codexLine = {
  head: (id: string, second: number, more: object = {}) => ({
    timestamp: corpusTime(second),
    type: "session_meta",
    payload: { id, cwd: "/somewhere", originator: "codex_cli_rs", cli_version: "0.169.0", ...more },
  }),
  turn: (model: string, second: number) => ({
    timestamp: corpusTime(second),
    type: "turn_context",
    payload: { cwd: "/somewhere", model },
  }),
  /** As versions up to 0.150 record usage: what all answers came to, and the last one. */
  count: (second: number, total: CodexCounts, last: CodexCounts) => ({
    timestamp: corpusTime(second),
    type: "event_msg",
    payload: {
      type: "token_count",
      info: {
        total_token_usage: codexUsage(total),
        last_token_usage: codexUsage(last),
        model_context_window: 272_000,
      },
    },
  }),
  /** As later versions record it, before the total. */
  record: (second: number, last: CodexCounts) => ({
    timestamp: corpusTime(second),
    type: "token_usage_record",
    payload: { usage: codexUsage(last) },
  }),
};

const claudeModels = ["claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5"];
const pick = <T>(values: readonly T[], random: () => number): T | undefined =>
  values[Math.floor(random() * values.length)];

/** Some days of Claude Code: answers in growing pieces, resumed and forked conversations, subagents, notices, cut files. */
export function claudeCorpus(seed: number, { sessions = 6, calls = 30 } = {}): CorpusFiles {
  const random = seededRandom(seed);
  const upTo = (most: number): number => Math.floor(random() * most);
  const files: Record<string, string> = {};
  let earlier: object[] = [];
  for (let at = 0; at < sessions; at += 1) {
    const session = `${seed}-${at}`;
    // Some conversations go on from another one, whose lines they repeat with their own session.
    const lines: object[] = random() < 0.3 ? earlier.map((line) => ({ ...line, sessionId: session })) : [];
    const aside: object[] = [];
    for (let call = 0; call < calls; call += 1) {
      const made = {
        id: `${session}-${call}`,
        second: at * 30_000 + call * 97,
        session,
        model: pick(claudeModels, random) ?? "",
        input: upTo(40),
        cacheRead: upTo(90_000),
        cacheWrite: upTo(5_000),
      };
      const pieces = 1 + upTo(4);
      const whole = pieces + upTo(2_000);
      const answer = Array.from({ length: pieces }, (_, piece) =>
        claudeLine({ ...made, output: piece === pieces - 1 ? whole : piece + 1 }),
      );
      if (random() < 0.2) aside.push(...answer.map((line) => ({ ...line, isSidechain: true })));
      else lines.push(...answer);
      if (random() < 0.15) lines.push(...answer);
      if (random() < 0.1) lines.push(notice(made));
      lines.push({ type: "user", sessionId: session, timestamp: corpusTime(made.second + 50), message: {} });
    }
    earlier = lines;
    const cut = JSON.stringify(claudeLine({ id: `${session}-cut`, second: at * 30_000, output: 9 }));
    files[`claude/projects/-somewhere/${session}.jsonl`] =
      jsonl(lines) + (random() < 0.3 ? cut.slice(0, 200) : "");
    if (aside.length > 0)
      files[`claude/projects/-somewhere/${session}/subagents/agent-1.jsonl`] = jsonl(aside);
  }
  return files;
}

/** The CLI's own words in the place of an answer. */
function notice(call: Omit<ClaudeCall, "output">): object {
  const line = claudeLine({ ...call, id: `${call.id}-notice`, output: 5 });
  return { ...line, message: { ...line.message, model: "<synthetic>" } };
}

/** Some days of Codex: totals that are repeated, changes of model, several answers in one instant, cut files. */
export function codexCorpus(seed: number, { threads = 6, answers = 25 } = {}): CorpusFiles {
  const random = seededRandom(seed);
  const upTo = (most: number): number => Math.floor(random() * most);
  const files: Record<string, string> = {};
  for (let at = 0; at < threads; at += 1) {
    const id = `00000000-0000-4000-8000-${String(seed * 100 + at).padStart(12, "0")}`;
    let second = at * 30_000;
    const records = random() < 0.5;
    const lines: object[] = [codexLine.head(id, second), codexLine.turn("gpt-6-sol", second)];
    const total: [number, number, number] = [0, 0, 0];
    for (let answer = 0; answer < answers; answer += 1) {
      if (random() < 0.2) lines.push(codexLine.turn(pick(["gpt-6-sol", "gpt-6-luna"], random) ?? "", second));
      second += random() < 0.1 ? 0 : 1 + upTo(300);
      const input = 100 + upTo(9_000);
      const last: CodexCounts = [input, upTo(input), 1 + upTo(800)];
      last.forEach((count, place) => {
        total[place] = (total[place] ?? 0) + count;
      });
      if (records) lines.push(codexLine.record(second, last));
      lines.push(codexLine.count(second, [...total], last));
      if (random() < 0.15) lines.push(codexLine.count(second + 1, [...total], last));
    }
    const cut = JSON.stringify(codexLine.count(second + 9, total, [1, 0, 1]));
    files[`codex/sessions/2026/10/01/rollout-${id}.jsonl`] =
      jsonl(lines) + (random() < 0.3 ? cut.slice(0, 200) : "");
  }
  return files;
}

/** Writes the files below a folder. */
export async function writeCorpus(folder: string, files: CorpusFiles): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}
