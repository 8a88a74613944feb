import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { sandboxGrants, sandboxLevels } from "../../../lib/sandbox/model.ts";
import { confirmed } from "../../owner/confirmations/model.ts";

export const sandboxLevel = z.enum(sandboxLevels);
const grant = z.enum(sandboxGrants);

/** What a session's agent can reach: the strictest of what the service, the repository and the session ask for. */
export const sessionSandbox = z
  .object({
    /** What is in force from the next turn on. */
    level: sandboxLevel,
    /** Who asks for that level; `default` if nobody does. */
    source: z.enum(["default", "service", "repository", "session"]),
    repository: sandboxLevel.nullable(),
    wished: sandboxLevel.nullable(),
  })
  .meta({ id: "SessionSandbox" });
export type SessionSandbox = z.infer<typeof sessionSandbox>;

/** What the sessions of one repository get. */
export const repositorySandbox = z
  .object({
    /** The repository, however its URL is written. */
    address: z.string(),
    sandbox: sandboxLevel.nullable(),
    sandbox_read: z.array(z.string()),
    sandbox_write: z.array(z.string()),
    /** Null for everything that the service grants. */
    sandbox_grants: z.array(grant).nullable(),
  })
  .meta({ id: "RepositorySandbox" });
export type RepositorySandbox = z.infer<typeof repositorySandbox>;

const sandboxes = z
  .object({
    /** What a session gets that asks for nothing. */
    level: sandboxLevel,
    /** The owner chose it; otherwise it is what works on this machine. */
    chosen: z.boolean(),
    /** Why no sandbox can start although nobody turned it off, and what mends it. */
    reason: z.string().nullable(),
    cure: z.string().nullable(),
    levels: z.array(z.object({ level: sandboxLevel, meaning: z.string() })),
    /** What the service grants to trusted repositories. */
    grants: z.array(grant),
    repositories: z.array(repositorySandbox),
  })
  .meta({ id: "Sandboxes" });
export type SandboxesAnswer = z.infer<typeof sandboxes>;

const folders = z.array(z.string().max(4_096)).max(50);

/** Levels and grants are read by the service, whose refusals name the valid ones. */
const change = z.object({
  git_root: z.string().trim().min(1).max(2_048),
  sandbox: z.string().max(40).nullable(),
  sandbox_read: folders,
  sandbox_write: folders,
  sandbox_grants: z.array(z.string().max(40)).max(10).nullable(),
});
export type RepositorySandboxChange = z.infer<typeof change>;

export const sandboxOperations = {
  getSandboxes: operation({
    id: "getSandboxes",
    method: "get",
    path: "/sandboxes",
    summary: "What agents can reach by default, and in which repositories something else holds",
    callers: ["board"],
    response: sandboxes,
  }),
  saveRepositorySandbox: confirmed(
    operation({
      id: "saveRepositorySandbox",
      method: "put",
      path: "/repositories/sandbox",
      summary: "Set the sandbox of a repository's sessions, from their next turn",
      callers: ["board"],
      body: change,
      response: repositorySandbox,
      errors: [403],
    }),
    "loosen_repository_sandbox",
    ({ body }) => body,
  ),
} as const;
