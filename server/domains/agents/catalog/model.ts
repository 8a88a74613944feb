import { z } from "zod";

/** The lists a session, trigger or agent root picks from the catalog. */
export const pickNames = ["mcpServers", "skills", "hooks", "plugins"] as const;
export type PickName = (typeof pickNames)[number];

/** What was chosen: names as they are served and sent back. */
export type Picks = Record<PickName, readonly string[]>;

const name = z.string();
const names = z.array(name);
/** Null on a single-catalog deployment; `@scope/id` where several scopes are composed (R208). */
const qualifiedName = z.string().nullable();

export const mcpServerView = z.object({
  name,
  title: z.string(),
  scope: z.string().nullable(),
  description: z.string().nullable(),
  unavailable: z.boolean(),
  /** Null exactly when `unavailable` is false (R207). */
  unavailable_reason: z.string().nullable(),
  startup_timeout_sec: z.number().nullable(),
});
export type McpServerView = z.infer<typeof mcpServerView>;

/** The raw names of the published client first, then the names of the documents for the same values (X14). */
export const agentRootView = z.object({
  name,
  qualified_name: qualifiedName,
  display_name: z.string(),
  description: z.string(),
  url: z.string().nullable(),
  default_branch: z.string(),
  subdirectory: z.string().nullable(),
  custom: z.boolean(),
  default: z.boolean(),
  user_invocable: z.boolean(),
  default_goal: z.string().nullable(),
  default_model: z.string().nullable(),
  default_runtime: z.string().nullable(),
  default_mcp_servers: names,
  default_skills: names,
  default_hooks: names,
  default_plugins: names,
  default_subagent_roots: names,
  git_root: z.string().nullable(),
  branch: z.string(),
  goal: z.string().nullable(),
  model: z.string().nullable(),
  mcp_servers: names,
  catalog_skills: names,
  catalog_hooks: names,
  catalog_plugins: names,
});
export type AgentRootView = z.infer<typeof agentRootView>;

export const skillView = z.object({
  id: z.string(),
  name,
  qualified_name: qualifiedName,
  title: z.string(),
  description: z.string(),
});
export type SkillView = z.infer<typeof skillView>;

/** A hook is described by the same facts. */
export type HookView = SkillView;

/** The lists are what the plugin brings in the end, nested plugins included. */
export const pluginView = z.object({
  id: z.string(),
  name,
  qualified_name: qualifiedName,
  title: z.string(),
  description: z.string(),
  version: z.string().nullable(),
  skills: names,
  mcp_servers: names,
  hooks: names,
  keywords: z.array(z.string()),
});
export type PluginView = z.infer<typeof pluginView>;

/** One artifact of the composed catalog. */
export interface Entry<T> {
  /** Short id, the key in its index file. */
  id: string;
  scope: string;
  /** `@scope/id`, unique within its kind. */
  qualified: string;
  /** What it is served as and what callers send back: the short id unless another scope has the same one. */
  name: string;
  /** The index file it stands in, for sentences about it. */
  source: string;
  definition: T;
}

/** The artifacts of one kind, in the order of the files. */
export interface Shelf<T> {
  byQualified: ReadonlyMap<string, Entry<T>>;
  byId: ReadonlyMap<string, readonly Entry<T>[]>;
}

export interface RootDefinition {
  displayName: string | null;
  description: string;
  gitRoot: string | null;
  branch: string;
  subdirectory: string | null;
  /** References to entries: as written in the file, qualified once composed. */
  picks: Picks;
  subagentRoots: readonly string[];
  userInvocable: boolean;
  isDefault: boolean;
  goal: string | null;
  model: string | null;
  runtime: string | null;
}

/** How a server is reached; every text may hold `${NAME}`. */
export type Connection =
  | { type: "stdio"; command: string; args: readonly string[]; env: Readonly<Record<string, string>> }
  | { type: "sse" | "streamable-http"; url: string; headers: Readonly<Record<string, string>> };

/** As written in the file; every text may hold `${NAME}`. */
export type ServerOauth = Readonly<{
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  scopes?: readonly string[] | undefined;
  redirectUri?: string | undefined;
  authServerMetadataUrl?: string | undefined;
}>;

export interface ServerDefinition {
  title: string | null;
  description: string | null;
  connection: Connection;
  oauth: ServerOauth | null;
  /** The sentence that declares it dead, or null. */
  unavailable: string | null;
  startupTimeoutSec: number | null;
}

/** A server that people sign in to, as it is now. */
export interface SignInDefinition {
  name: string;
  title: string;
  /** As written in the file. */
  url: string;
  /** Why it cannot be used now, as a sentence; what is filled in is not whole then. */
  problem: string | null;
  target: { url: string; oauth: ServerOauth };
}

export interface SkillDefinition {
  title: string | null;
  description: string;
  /** Absolute folder; null when it is not there. */
  folder: string | null;
  references: readonly string[];
}

/** HOOK.json; every text may hold `${NAME}`. */
export interface HookFile {
  event: string;
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  timeoutSeconds: number | null;
  matcher: string | null;
}

export interface HookDefinition extends SkillDefinition {
  /** Null when the folder or its HOOK.json is not there. */
  file: HookFile | null;
}

export interface PluginDefinition {
  title: string | null;
  description: string;
  version: string | null;
  keywords: readonly string[];
  /** As written; after composition the qualified ids of all it brings, nested plugins included. */
  picks: Picks;
}

export interface ReferenceDefinition {
  title: string | null;
  description: string;
  /** Absolute file; null when it is not there. */
  file: string | null;
}

/** Each kind of artifact and what an entry of it defines. */
export interface Definitions {
  references: ReferenceDefinition;
  mcpServers: ServerDefinition;
  skills: SkillDefinition;
  hooks: HookDefinition;
  plugins: PluginDefinition;
  roots: RootDefinition;
}
export type Kind = keyof Definitions;

export type ShelfPerKind = { readonly [K in Kind]: Shelf<Definitions[K]> };

/** The catalog as composed from its files: every reference resolved, every plugin expanded. */
export interface Shelves extends ShelfPerKind {
  /** More than one scope: names may be qualified, and scopes are served (R208). */
  readonly composed: boolean;
}
