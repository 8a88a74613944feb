import { asObject, asText, type Json } from "../json.ts";
import { countsIn, lessCounts, type ReportedUsage, type UsageCounts, usageMeter } from "../usage-meter.ts";

/** What the caches held or took is part of its input. */
function countsOf(usage: Json): UsageCounts {
  const counts = countsIn(usage, {
    inputTokens: "inputTokens",
    outputTokens: "outputTokens",
    cacheReadTokens: "cachedInputTokens",
    cacheCreationTokens: "cacheWriteInputTokens",
  });
  const { inputTokens, cacheReadTokens, cacheCreationTokens } = counts;
  return { ...counts, inputTokens: Math.max(0, inputTokens - cacheReadTokens - cacheCreationTokens) };
}

/** Follows the running totals of a process's threads; a resumed one begins with what it used before. */
export function codexReports(
  model: string,
  report: (usage: ReportedUsage) => void,
): (method: string, params: Json) => void {
  const meter = usageMeter(report);
  return (method, params) => {
    const thread = asText(params["threadId"]);
    if (method !== "thread/tokenUsage/updated" || thread === null) return;
    const usage = asObject(params["tokenUsage"]);
    const [total, last] = [countsOf(asObject(usage["total"])), countsOf(asObject(usage["last"]))];
    meter.begin(thread, lessCounts(total, last));
    meter.count(thread, model, total);
  };
}
