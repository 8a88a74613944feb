import { z } from "zod";
import { operation } from "../../../http/model.ts";

const short = z.string().max(300);
const long = z.string().max(2_048);
const names = z.array(short).max(200).nullable();

/** The choices for a new session. Null and empty mean the agent root's or the service's default. */
export const templateSetup = z.object({
  source: z.enum(["root", "repository"]),
  root: short,
  gitRoot: long,
  branch: short,
  subdirectory: long,
  runtime: short,
  model: short,
  effort: short,
  goal: short,
  ownGoal: z.string().max(50_000),
  schedulingClass: z.enum(["", "priority", "spot"]),
  mcpServers: names,
  skills: names,
  hooks: names,
  plugins: names,
  cloneOnly: z.boolean(),
  sandbox: z.string().max(40).default(""),
  /** Empty if the template leaves it open. */
  prompt: z.string().max(50_000),
});
export type TemplateSetup = z.infer<typeof templateSetup>;

const id = z.string().regex(/^[\w-]{1,40}$/);
const name = z.string().trim().min(1, "The name is blank").max(100, "The name is longer than 100 characters");

export const sessionTemplate = z
  .object({ id, name, setup: templateSetup, saved_at: z.string() })
  .meta({ id: "SessionTemplate" });
export type SessionTemplate = z.infer<typeof sessionTemplate>;

export const templateLimit = 50;

const templates = z.object({ templates: z.array(sessionTemplate) });

export const templateOperations = {
  listTemplates: operation({
    id: "listTemplates",
    method: "get",
    path: "/session_templates",
    summary: "List saved templates for new sessions, by name",
    callers: ["board"],
    response: templates,
  }),
  saveTemplate: operation({
    id: "saveTemplate",
    method: "put",
    path: "/session_templates/{id}",
    summary: "Save a template under an id that the caller chooses; replaces one with the same id",
    callers: ["board"],
    params: z.object({ id }),
    body: z.object({ name, setup: templateSetup }),
    response: templates,
  }),
  deleteTemplate: operation({
    id: "deleteTemplate",
    method: "delete",
    path: "/session_templates/{id}",
    summary: "Delete a template; saving it again restores it",
    callers: ["board"],
    params: z.object({ id }),
    response: templates,
    errors: [404],
  }),
} as const;
