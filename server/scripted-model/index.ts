export { demoFiles, demoPrompt, demoScenarios } from "./demo-scenario.ts";
export { OFFLINE_NOTICE } from "./plan.ts";

export { type ScriptedModel, startScriptedModel } from "./server.ts";
