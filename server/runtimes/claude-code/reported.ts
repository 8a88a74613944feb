import { asObject, asText, type Json } from "../json.ts";
import { countsIn, type ReportedUsage, sumOfCounts, type UsageCounts, usageMeter } from "../usage-meter.ts";

const ofCall = {
  inputTokens: "input_tokens",
  outputTokens: "output_tokens",
  cacheReadTokens: "cache_read_input_tokens",
  cacheCreationTokens: "cache_creation_input_tokens",
} as const;

const ofModel = {
  inputTokens: "inputTokens",
  outputTokens: "outputTokens",
  cacheReadTokens: "cacheReadInputTokens",
  cacheCreationTokens: "cacheCreationInputTokens",
  webSearchRequests: "webSearchRequests",
} as const;

function countsOf(usage: Json): UsageCounts {
  const searches = countsIn(asObject(usage["server_tool_use"]), { webSearchRequests: "web_search_requests" });
  return { ...countsIn(usage, ofCall), webSearchRequests: searches.webSearchRequests };
}

/** Follows the figures on the CLI's stdout: of each answer, and at the end of a turn of everything that it used. */
export function claudeReports(report: (usage: ReportedUsage) => void): (line: Json) => void {
  const meter = usageMeter(report);
  /** The answer that is being given to the main agent and to each subagent. */
  const answers = new Map<string | null, Json>();
  let results: UsageCounts = sumOfCounts([]);

  function countAnswer(message: Json, usage: unknown): void {
    const [id, model] = [asText(message["id"]), asText(message["model"])];
    if (id !== null && model !== null) meter.count(id, model, countsOf(asObject(usage)));
  }

  /** An answer's own line has the figures of its start; the event after it has the final ones. */
  function onStreamEvent(line: Json): void {
    const [event, agent] = [asObject(line["event"]), asText(line["parent_tool_use_id"])];
    if (event["type"] === "message_start") answers.set(agent, asObject(event["message"]));
    if (event["type"] === "message_delta") countAnswer(answers.get(agent) ?? {}, event["usage"]);
  }

  /** Not `modelUsage`: a resumed conversation begins it with what its file says, into which the agent can write. */
  function onResult(line: Json): void {
    const models = Object.entries(asObject(line["model_usage_since_last_result"]));
    const [main] = models.toSorted(([, one], [, other]) => costOf(other) - costOf(one));
    if (!main) return;
    results = sumOfCounts([results, ...models.map(([, usage]) => countsIn(asObject(usage), ofModel))]);
    meter.total(main[0], results);
  }

  return (line) => {
    const message = asObject(line["message"]);
    if (line["type"] === "assistant") countAnswer(message, message["usage"]);
    if (line["type"] === "stream_event") onStreamEvent(line);
    if (line["type"] === "result") onResult(line);
  };
}

const costOf = (usage: unknown): number => Number(asObject(usage)["costUSD"]) || 0;
