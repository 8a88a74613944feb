/** The groups of operations in the OpenAPI document, by the first part of the path (below the base, if it is the API's). */
const groups = {
  Sessions: {
    description: "Agents at work: start, steer, read and archive them",
    paths: ["sessions", "categories"],
  },
  Questions: { description: "What MCP servers ask a person", paths: ["elicitations"] },
  Triggers: { description: "What starts sessions automatically", paths: ["triggers", "webhooks"] },
  Integrations: {
    description: "Programs with a key of their own, and the quick router",
    paths: ["external_app", "quick_router"],
  },
  Scheduling: {
    description: "Accounts, quota, the spot queue and the work backlog",
    paths: ["inference", "work_backlog_items"],
  },
  Outcomes: {
    description: "Whether sessions reached their goals, and what gates decided",
    paths: ["goal_checks", "gate_decisions", "outcome_analyses"],
  },
  Costs: { description: "What calls to models cost", paths: ["costs"] },
  Live: {
    description: "Conversations about all sessions, typed or spoken",
    paths: ["live", "live_conversations"],
  },
  Notifications: { description: "What waits for a person", paths: ["notifications", "apns_devices"] },
  Catalog: {
    description: "What a session can be made of",
    paths: [
      "configs",
      "mcp_servers",
      "skills",
      "hooks",
      "plugins",
      "model_catalog_entries",
      "connectors",
      "api",
    ],
  },
  Settings: { description: "The owner's settings", paths: ["app_settings"] },
  Health: {
    description: "The state of the service and its machine, and the archive of transcripts",
    paths: ["health", "clis", "transcript_archive", "up", "metrics"],
  },
  Access: {
    description: "Keys, connections and sign-in",
    paths: ["api_keys", "oauth", "oauth_grants", "me", "sign_out_everywhere", ".well-known"],
  },
  MCP: { description: "The tools of this service for agents", paths: ["mcp"] },
  Git: { description: "Branches that sessions push", paths: ["git"] },
} as const;

const tagByPath: ReadonlyMap<string, string> = new Map(
  Object.entries(groups).flatMap(([tag, { paths }]) => paths.map((path) => [path, tag])),
);

export const openApiTags = Object.entries(groups).map(([name, { description }]) => ({ name, description }));

/** The groups of a path, which are one; none for a path whose first part is missing above. */
export function tagsOf(path: string): string[] {
  const tag = tagByPath.get(path.split("/")[1] ?? "");
  return tag === undefined ? [] : [tag];
}
