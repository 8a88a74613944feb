import type { Tool } from "../../mcp/tool.ts";
import { actionTool } from "./action-tool.ts";
import type { ActingDeps, ReadingDeps, SelfContext } from "./ports.ts";
import { pushTool } from "./push-tool.ts";
import { readingTools } from "./reading-tools.ts";
import { wakeTool } from "./wake-tool.ts";

/** The group `self_session`: every session to look at, one's own to act on. */
export const selfSessionTools = (deps: ReadingDeps & ActingDeps): Tool<SelfContext>[] => [
  ...readingTools(deps),
  actionTool(deps),
  wakeTool(deps),
  pushTool(deps),
];
