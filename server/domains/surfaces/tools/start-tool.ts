import type { z } from "zod";
import type { McpCaller } from "../../../mcp/caller.ts";
import { factList, heading, page } from "../../../mcp/markdown.ts";
import { defineTool } from "../../../mcp/tool.ts";
import { runtimeIds } from "../../../runtimes/runtime.ts";
import type { AgentRootView } from "../../agents/catalog/model.ts";
import { newSession, sessionOperations } from "../../sessions/sessions/model.ts";
import { configOperations } from "../configs/model.ts";
import { toolRefusal } from "./errors.ts";
import { text } from "./text.ts";

const { shape } = newSession;

const input = newSession.omit({ catalog_skills: true, catalog_hooks: true, catalog_plugins: true }).extend({
  prompt: shape.prompt.describe("The task for the agent; without it the session waits"),
  agent_root: shape.agent_root.describe(
    "A name from get_configs; sets the repository, servers, skills, hooks and plugins",
  ),
  agent_runtime: shape.agent_runtime.describe(
    `${runtimeIds.slice(0, -1).join(", ")} or ${runtimeIds.at(-1)}; the root's own by default`,
  ),
  git_root: shape.git_root.describe("A repository, if there is no agent_root"),
  goal: shape.goal.describe("A goal's id from get_configs, or a sentence"),
  title: shape.title.describe("Up to 100 characters; generated from the prompt by default"),
  mcp_servers: shape.mcp_servers.describe(
    "Those of the root by default; an empty list means none. This applies to all four lists",
  ),
  skills: shape.catalog_skills,
  hooks: shape.catalog_hooks,
  plugins: shape.catalog_plugins,
  config: shape.config.describe("model and effort"),
  parent_session_id: shape.parent_session_id.describe("The session it reports to; your own by default"),
  idempotency_key: shape.idempotency_key.describe("Repeating a key returns the existing session"),
  clone_only: shape.clone_only.describe("Only creates the clone, without a prompt"),
});
type Input = z.output<typeof input>;

export const startSession = defineTool({
  name: "start_session",
  description:
    "Starts a session: an agent that works on its own in its own clone. Follow it with get_session, or schedule a wake " +
    "and end your turn; do not poll.",
  effect: "add",
  input,
  async run({ skills, hooks, plugins, ...given }, caller) {
    const lists = { catalog_skills: skills, catalog_hooks: hooks, catalog_plugins: plugins };
    const parent_session_id = given.parent_session_id ?? caller.sessionId;
    await checkRoots({ ...given, plugins, hooks }, caller);
    const body = { ...given, ...lists, parent_session_id };
    const facts = await caller.call(sessionOperations.createSession, { body });
    const { session, warnings = [] } = facts;
    const list = factList([
      ["ID", session.id],
      ["Title", session.title],
      ["Status", session.status],
      ["Slug", session.slug],
      ["Job ID", session.job_id],
      ...warnings.map((warning): [string, string] => ["Warning", warning]),
    ]);
    const next = session.job_id === null ? text.started.notQueued : text.started.queued;
    const title = facts.idempotent_replay ? text.started.replayed : text.started.heading;
    return { text: page(heading(2, title), list, next), facts };
  },
});

/** A connection limited to some roots may start only those, with the catalog's settings. */
async function checkRoots(
  given: Pick<Input, "agent_root" | "git_root" | "mcp_servers" | "plugins" | "hooks">,
  { roots, call }: McpCaller,
): Promise<void> {
  if (roots === null) return;
  const { agent_roots } = await call(configOperations.getConfigs, {});
  const root = agent_roots.find(({ name }) => name === given.agent_root && roots.includes(name));
  if (!root) throw toolRefusal("root_needed", { roots: roots.join(", ") });
  if (!hasDefaultArtifacts(root, given))
    throw toolRefusal("root_defaults_only", { root: root.name, names: root.default_mcp_servers.join(", ") });
}

function hasDefaultArtifacts(
  root: AgentRootView,
  { git_root, mcp_servers, plugins, hooks }: Pick<Input, "git_root" | "mcp_servers" | "plugins" | "hooks">,
): boolean {
  const isOwn = (names: readonly string[] | undefined, own: readonly string[]): boolean =>
    names === undefined ||
    (names.every((name) => own.includes(name)) && own.every((name) => names.includes(name)));
  const elsewhere = git_root !== undefined && git_root !== null;
  return (
    !elsewhere &&
    isOwn(mcp_servers, root.default_mcp_servers) &&
    isOwn(plugins, root.default_plugins) &&
    isOwn(hooks, root.default_hooks)
  );
}
