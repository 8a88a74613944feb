export { redactJson, redactJsonLine } from "./json-line.ts";
export type { KnownSecret } from "./known.ts";
export { createRedactor, type Redactor } from "./redactor.ts";
