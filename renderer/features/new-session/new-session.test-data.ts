import type { AgentRootView } from "../../../server/domains/agents/catalog/model.ts";
import type { Configs } from "../../../server/domains/surfaces/configs/model.ts";

const root = (name: string, changes: Partial<AgentRootView> = {}): AgentRootView => ({
  name,
  qualified_name: null,
  display_name: name,
  description: "",
  url: "file:///srv/orchard.git",
  default_branch: "main",
  subdirectory: null,
  custom: false,
  default: false,
  user_invocable: true,
  default_goal: null,
  default_model: null,
  default_runtime: null,
  default_mcp_servers: [],
  default_skills: [],
  default_hooks: [],
  default_plugins: [],
  default_subagent_roots: [],
  git_root: "file:///srv/orchard.git",
  branch: "main",
  goal: null,
  model: null,
  mcp_servers: [],
  catalog_skills: [],
  catalog_hooks: [],
  catalog_plugins: [],
  ...changes,
});

const model = (id: string, effort_levels: string[] = []) => ({
  id,
  label: id,
  default: false,
  requires_oauth: false,
  effort_levels,
  default_effort: effort_levels[0] ?? null,
  source: "built_in" as const,
});

/** Two roots, one of them for agents alone; two runtimes; a server that is down. */
export const someConfigs: Configs = {
  agent_roots: [
    root("router", { user_invocable: false, default: true }),
    root("orchard", {
      default_goal: "green",
      default_model: "large",
      default_mcp_servers: ["clock", "mailer"],
      default_skills: ["tidy"],
    }),
    root("garden", { default_runtime: "pi", default_skills: ["water", "tidy"] }),
  ],
  mcp_servers: [
    {
      name: "clock",
      title: "Clock",
      scope: null,
      description: "Tells the time",
      unavailable: false,
      unavailable_reason: null,
      startup_timeout_sec: null,
    },
    {
      name: "mailer",
      title: "Mailer",
      scope: null,
      description: null,
      unavailable: true,
      unavailable_reason: "Switched off.",
      startup_timeout_sec: null,
    },
  ],
  skills: ["tidy", "water"].map((id) => ({ id, name: id, qualified_name: null, title: id, description: "" })),
  hooks: [],
  plugins: [],
  default_runtime: "claude_code",
  runtime_models: {
    claude_code: {
      label: "Claude Code",
      default: "small",
      models: [model("small"), model("large", ["low", "high"])],
    },
    pi: { label: "pi", default: "tiny", models: [model("tiny")] },
  },
  goals: [
    { id: "green", name: "Green pull request", description: "Make it green.", checks: ["pull_request_open"] },
    { id: "answer", name: "An answer", description: "Answer it.", checks: [] },
  ],
  catalog_problems: [],
};
