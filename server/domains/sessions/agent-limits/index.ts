export { actOf, agentLimits } from "./rules.ts";
export { type AgentLimits, agentLimitService } from "./service.ts";
