export { demoFiles, demoPrompt, demoScenarios } from "./demo-scenario.ts";
export { OFFLINE_NOTICE, type Scenario } from "./plan.ts";
export type { RecordedRequest } from "./recorded-requests.ts";
export { type ScriptedModel, startScriptedModel } from "./server.ts";
