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

/** Follows the figures on the CLI's stdout: of each answer, and at the end of a turn of everything that the process used. */
export function claudeReports(report: (usage: ReportedUsage) => void): (line: Json) => void {
  const meter = usageMeter(report);
  return (line) => {
    if (line["type"] === "assistant") {
      const message = asObject(line["message"]);
      const [id, model] = [asText(message["id"]), asText(message["model"])];
      if (id !== null && model !== null) meter.count(id, model, countsOf(asObject(message["usage"])));
    }
    if (line["type"] !== "result") return;
    const models = Object.entries(asObject(line["modelUsage"]));
    const [main] = models.toSorted(([, one], [, other]) => costOf(other) - costOf(one));
    const counts = models.map(([, usage]) => countsIn(asObject(usage), ofModel));
    if (main) meter.total(main[0], sumOfCounts(counts));
  };
}

const costOf = (usage: unknown): number => Number(asObject(usage)["costUSD"]) || 0;
