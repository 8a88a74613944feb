import { Refusal } from "../../../lib/errors.ts";
import { text } from "./text.ts";

export const metricsAreOff = (): Refusal =>
  new Refusal({ status: 404, label: "Not Found", messages: [text.off] });

export const wrongMetricsKey = (): Refusal =>
  new Refusal({ status: 401, label: "Unauthorized", messages: [text.wrongKey] });
