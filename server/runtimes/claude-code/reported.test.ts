import { expect, it } from "vitest";
import type { ReportedUsage } from "../usage-meter.ts";
import { claudeReports } from "./reported.ts";

const model = "claude-opus-5-5";
const start = { input_tokens: 10, cache_read_input_tokens: 5_000, output_tokens: 1 };
const answer = { id: "msg_1", model, usage: start };
const event = (agent: string | null, value: object) => ({
  type: "stream_event",
  parent_tool_use_id: agent,
  event: value,
});
const started = event(null, { type: "message_start", message: answer });
const ended = event(null, { type: "message_delta", usage: { ...start, output_tokens: 4_000 } });
const result = (share: object, all: object = share) => ({
  type: "result",
  model_usage_since_last_result: share,
  modelUsage: all,
});
const used = (outputTokens: number, inputTokens = 10) => ({
  [model]: { inputTokens, outputTokens, cacheReadInputTokens: 5_000, costUSD: 1 },
});

/** What the lines of one process come to: input and output tokens. */
function sums(...lines: object[]): [number, number] {
  const reported: ReportedUsage[] = [];
  const take = claudeReports((usage) => void reported.push(usage));
  for (const line of lines) take({ ...line });
  const sum = (of: "inputTokens" | "outputTokens") => reported.reduce((all, one) => all + one[of], 0);
  return [sum("inputTokens"), sum("outputTokens")];
}

it("reports the whole answer of a process that ends without a result", () => {
  expect(sums(started, { type: "assistant", message: answer }, ended)).toEqual([10, 4_000]);
});

it("keeps the answers apart that agents give at the same time", () => {
  const other = { ...answer, id: "msg_2" };
  const aside = [
    event("toolu_1", { type: "message_start", message: other }),
    event("toolu_1", { type: "message_delta", usage: { ...start, output_tokens: 300 } }),
  ];
  expect(sums(started, ...aside, ended)).toEqual([20, 4_300]);
});

it("counts once what a result repeats, and adds what only results tell", () => {
  expect(sums(started, ended, result(used(4_000)))).toEqual([10, 4_000]);
  expect(sums(started, ended, result(used(4_500)), result({}), result(used(200)))).toEqual([20, 4_700]);
});

it("does not believe the totals that a resumed conversation begins with", () => {
  expect(sums(started, ended, result(used(4_000), used(9e11)))).toEqual([10, 4_000]);
});
