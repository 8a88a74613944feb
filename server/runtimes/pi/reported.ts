import { asObject, type Json } from "../json.ts";
import { countsIn, type ReportedUsage, usageMeter } from "../usage-meter.ts";
import { modelOf } from "./usage.ts";

const ofMessage = {
  inputTokens: "input",
  outputTokens: "output",
  cacheReadTokens: "cacheRead",
  cacheCreationTokens: "cacheWrite",
} as const;

/** Follows the figures of what pi says is finished: answers, results of tools that asked a model, and compactions. */
export function piReports(model: string, report: (usage: ReportedUsage) => void): (message: Json) => void {
  const meter = usageMeter(report);
  let last = model;
  let count = 0;
  return (message) => {
    const source = message["type"] === "message_end" ? message["message"] : message["result"];
    if (message["type"] !== "message_end" && message["type"] !== "compaction_end") return;
    const finished = asObject(source);
    last = modelOf(finished) ?? last;
    count += 1;
    meter.count(`${count}`, last, countsIn(asObject(finished["usage"]), ofMessage));
  };
}
