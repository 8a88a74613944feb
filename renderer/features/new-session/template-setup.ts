import type { AgentRootView } from "../../../server/domains/agents/catalog/model.ts";
import type { TemplateSetup } from "../../../server/domains/agents/templates/model.ts";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import type { Configs } from "../../../server/domains/surfaces/configs/model.ts";
import { emptyForm, type NewSessionForm, type PickField, rootsFor } from "./form.ts";

/** What a template keeps of a form: everything but the title, and the prompt only if asked to. */
export function templateSetup(form: NewSessionForm, withPrompt: boolean): TemplateSetup {
  const { title: _, ...setup } = form;
  return { ...setup, prompt: withPrompt ? setup.prompt : "" };
}

/** The form with the settings of a template; the written prompt is replaced only if the template has one. */
export function applyTemplate(form: NewSessionForm, setup: TemplateSetup, configs: Configs): NewSessionForm {
  const { title, prompt } = form;
  const next = { ...setup, title, prompt: setup.prompt === "" ? prompt : setup.prompt };
  if (next.source === "repository" || rootsFor(configs).some(({ name }) => name === next.root)) return next;
  const { source, root } = emptyForm(configs);
  return { ...next, source, root };
}

const textIn = (record: Record<string, unknown>, key: string): string => {
  const value = record[key];
  return typeof value === "string" ? value : "";
};

const lists: readonly {
  field: PickField;
  chosen: (session: Session) => readonly string[];
  ofRoot: RootList;
}[] = [
  { field: "mcpServers", chosen: (session) => session.mcp_servers, ofRoot: "default_mcp_servers" },
  { field: "skills", chosen: (session) => session.catalog_skills, ofRoot: "default_skills" },
  { field: "hooks", chosen: (session) => session.catalog_hooks, ofRoot: "default_hooks" },
  { field: "plugins", chosen: (session) => session.catalog_plugins, ofRoot: "default_plugins" },
];
type RootList = "default_mcp_servers" | "default_skills" | "default_hooks" | "default_plugins";

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name) => b.includes(name));

function sourceOf(session: Session, root: AgentRootView | undefined) {
  const { branch, subdirectory } = session;
  if (!root) {
    const gitRoot = session.git_root ?? "";
    return { source: "repository" as const, root: "", gitRoot, branch, subdirectory: subdirectory ?? "" };
  }
  return {
    source: "root" as const,
    root: root.name,
    gitRoot: "",
    branch: branch === root.default_branch ? "" : branch,
    subdirectory: subdirectory === root.subdirectory ? "" : (subdirectory ?? ""),
  };
}

function goalOf({ goal }: Session, root: AgentRootView | undefined, configs: Configs) {
  if (goal === (root?.default_goal ?? null)) return { goal: "default", ownGoal: "" };
  if (goal === null) return { goal: "none", ownGoal: "" };
  const isKnown = configs.goals.some(({ id }) => id === goal);
  return isKnown ? { goal, ownGoal: "" } : { goal: "own", ownGoal: goal };
}

/** The settings of a session without its prompt. What equals the agent root's default is left to the root. */
export function templateSetupOfSession(session: Session, configs: Configs): TemplateSetup {
  const root = rootsFor(configs).find(({ name }) => name === textIn(session.metadata, "agent_root_key"));
  const picks = lists.map(({ field, chosen, ofRoot }) => {
    const names = chosen(session);
    return [field, isSame(names, root?.[ofRoot] ?? []) ? null : [...names]] as const;
  });
  return {
    ...sourceOf(session, root),
    ...goalOf(session, root, configs),
    ...(Object.fromEntries(picks) as Record<PickField, string[] | null>),
    runtime: session.agent_runtime,
    model: textIn(session.config, "model"),
    effort: textIn(session.config, "effort"),
    schedulingClass: session.scheduling_class ?? "",
    cloneOnly: false,
    sandbox: session.sandbox.wished ?? "",
    prompt: "",
  };
}

/** What a session was asked whose repository could not be cloned: no agent has read it. */
export const unreadPrompt = (session: Pick<Session, "failure_reason" | "prompt"> | null): string =>
  session?.failure_reason === "git_clone_failed" ? (session.prompt ?? "") : "";
