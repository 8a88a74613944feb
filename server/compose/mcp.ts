import { actionAccount } from "../domains/agents/accounts/index.ts";
import { type ConfirmMinting, externalAppTools } from "../domains/automation/integrations/index.ts";
import { quickRouterTool } from "../domains/automation/quick-start/index.ts";
import { stateWakeTool, triggerTools } from "../domains/automation/triggers/index.ts";
import { notificationTools, pushTool } from "../domains/inbox/notifications/index.ts";
import { getSystemHealth } from "../domains/installation/health/index.ts";
import { actionHealth } from "../domains/installation/maintenance/index.ts";
import { actionLiveSettings } from "../domains/live/settings/index.ts";
import { outcomeTools } from "../domains/outcomes/analyses/index.ts";
import { gateDecisionTools } from "../domains/outcomes/gate-decisions/index.ts";
import { toolGate } from "../domains/owner/confirmations/index.ts";
import { noticeTools } from "../domains/review/pull-requests/index.ts";
import { policyTools } from "../domains/scheduling/inference/index.ts";
import { backlogTools } from "../domains/scheduling/work-backlog/index.ts";
import { actOf } from "../domains/sessions/agent-limits/index.ts";
import { manageCategories } from "../domains/sessions/categories/index.ts";
import { respondToElicitation } from "../domains/sessions/elicitations/index.ts";
import { wakeTool } from "../domains/sessions/wakes/index.ts";
import { getTranscriptArchive } from "../domains/surfaces/archive/index.ts";
import { configResources, getConfigs } from "../domains/surfaces/configs/index.ts";
import { instructions, mcpRoutes } from "../domains/surfaces/mcp-endpoint/index.ts";
import { appSettingTools } from "../domains/surfaces/owner-settings/index.ts";
import { selfSessionRoutes, selfTokens } from "../domains/surfaces/self-session/index.ts";
import { ownSessionTools, type SessionToolDeps, sessionTools } from "../domains/surfaces/tools/index.ts";
import { costTool, ownCostTool } from "../domains/usage/costs/index.ts";
import type { Endpoint } from "../http/mount.ts";
import { Refusal } from "../lib/errors.ts";
import { redactJson } from "../lib/redaction/index.ts";
import { operationCaller } from "../mcp/call-operation.ts";
import type { ToolGroup } from "../mcp/groups.ts";
import { anySession, ownSession, type Target } from "../mcp/target.ts";
import type { Tool } from "../mcp/tool.ts";
import { inputSchemaOf } from "../mcp/tool-schema.ts";
import { namesOf } from "./confirmations.ts";
import type { ComposeDeps, Services } from "./deps.ts";

/** The MCP endpoints for agents and other programs, over the operations that are served. */
export function composeMcp(deps: ComposeDeps, parts: Services, served: readonly Endpoint[]): Endpoint[] {
  const { passes, version, log } = deps;
  const { sessions, redactor, idempotency } = parts;
  const groups = toolGroups(parts);
  const shared = {
    callAs: operationCaller(served),
    redact: (input: unknown): unknown => redactJson(redactor, input),
    spend(sessionId: number, tool: string, input: unknown): void {
      const act = actOf(tool, input);
      if (act !== null) parts.agentLimits.spend(sessionId, act);
    },
    version,
    idempotency,
    log,
  };
  const own = ownTools(parts);
  parts.liveTools.offer({ groups: namedGroups(parts), callAs: shared.callAs });
  parts.agentServer.offer(() =>
    own.map((tool) => ({
      name: tool.name,
      description: tool.description,
      inputSchema: inputSchemaOf(tool),
    })),
  );
  const self = {
    ...shared,
    tools: own,
    tokens: selfTokens(passes),
    sessionById: sessions.byId,
  };
  const sessionIdOf = (reference: string): number | null => {
    try {
      return sessions.find(reference).id;
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  };
  const whole = { ...shared, groups, resources: configResources, instructions, sessionIdOf };
  return [...selfSessionRoutes(self), ...mcpRoutes(whole)];
}

/** The tools of POST /mcp, by the group names that `tool_groups` accepts. */
function toolGroups(parts: Services): ToolGroup[] {
  return [...namedGroups(parts), { name: "self_session", kind: "composite", tools: ownTools(parts) }];
}

/** The groups whose tools' names the compiler knows. */
function namedGroups(parts: Services) {
  const { elicitations, catalog } = parts;
  return [
    {
      name: "sessions",
      kind: "base",
      tools: [
        ...sessionTools(sessionToolDeps(parts)),
        manageCategories,
        quickRouterTool(parts.quickStarts),
        getConfigs({ reloadCatalog: catalog.reload }),
        getTranscriptArchive,
        respondToElicitation(elicitations),
      ],
    },
    { name: "notifications", kind: "base", tools: notificationTools(anySession) },
    { name: "triggers", kind: "base", tools: [...triggerTools, ...wakeTools(parts, anySession)] },
    {
      name: "health",
      kind: "base",
      tools: [
        getSystemHealth,
        actionHealth,
        ...policyTools(parts),
        actionAccount,
        costTool((reference) => parts.sessions.find(reference).id),
      ],
    },
    { name: "live", kind: "opt_in", tools: [actionLiveSettings(parts.liveSettings)] },
    { name: "settings", kind: "opt_in", tools: [...appSettingTools, ...noticeTools] },
    { name: "work_backlog", kind: "opt_in", tools: backlogTools },
    { name: "gate_decisions", kind: "opt_in", tools: gateDecisionTools },
    { name: "outcome_analyses", kind: "opt_in", tools: outcomeTools },
    {
      name: "external_apps",
      kind: "opt_in",
      tools: externalAppTools(parts.externalApps, confirmMinting(parts)),
    },
  ] as const satisfies readonly ToolGroup[];
}

/** A person confirms the keys that a connection creates. */
function confirmMinting(parts: Services): ConfirmMinting {
  const confirm = toolGate(parts.confirmations, namesOf(parts));
  return (key, call) => confirm("mint_integration_key", key, call);
}

const wakeTools = ({ wakes, sessions }: Services, target: Target) =>
  [wakeTool(wakes, target), stateWakeTool(sessions, target)] as const;

/** The tools of a session's own server, which are also the composite group `self_session`. */
function ownTools(parts: Services): Tool[] {
  const deps = sessionToolDeps(parts);
  const target = ownSession(deps.idOf);
  return [
    ...ownSessionTools(deps),
    getConfigs({ reloadCatalog: parts.catalog.reload }),
    ...wakeTools(parts, target),
    pushTool(target),
    ownCostTool(target),
  ];
}

function sessionToolDeps({ sessions, transcripts, wakes, ownSessionArchiving }: Services): SessionToolDeps {
  return {
    idOf: (reference) => sessions.find(reference).id,
    transcript(reference, limit) {
      const { id, agentRuntime: runtime } = sessions.find(reference);
      return transcripts.boundedTimeline({ id, runtime }, { limit });
    },
    wakes,
    archiveOwn: ownSessionArchiving.request,
  };
}
