import { z } from "zod";

/** The lists that a session, trigger or agent root selects from the catalog. */
export const pickNames = ["mcpServers", "skills", "hooks", "plugins"] as const;
export type PickName = (typeof pickNames)[number];

/** The selected names, as the API returns and accepts them. */
export type Picks = Record<PickName, readonly string[]>;

const name = z.string();
const names = z.array(name);
/** `@scope/id` in a catalog of several scopes, otherwise null (R208). */
const qualifiedName = z.string().nullable();

export const mcpServerView = z.object({
  name,
  title: z.string(),
  scope: z.string().nullable(),
  description: z.string().nullable(),
  unavailable: z.boolean(),
  /** Null if and only if `unavailable` is false (R207). */
  unavailable_reason: z.string().nullable(),
  startup_timeout_sec: z.number().nullable(),
});
export type McpServerView = z.infer<typeof mcpServerView>;

/** Lists the field names of the published client first, then the documented names of the same values (X14). */
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

export type HookView = SkillView;

/** The lists contain everything the plugin brings, including nested plugins. */
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

/** One entry of the composed catalog. */
export interface Entry<T> {
  /** Short id: the key in its index file. */
  id: string;
  scope: string;
  /** `@scope/id`, unique within its kind. */
  qualified: string;
  /** The name the API uses: the short id, or the qualified id if another scope has the same short id. */
  name: string;
  /** The index file that defines it, for messages. */
  source: string;
  definition: T;
}

/** The entries of one kind, in the order of the files. */
export interface EntryIndex<T> {
  byQualified: ReadonlyMap<string, Entry<T>>;
  byId: ReadonlyMap<string, readonly Entry<T>[]>;
}

export interface RootDefinition {
  displayName: string | null;
  description: string;
  gitRoot: string | null;
  /** Null for the repository's own default. */
  branch: string | null;
  subdirectory: string | null;
  /** References to entries: as written in the file, and qualified ids after composition. */
  picks: Picks;
  subagentRoots: readonly string[];
  userInvocable: boolean;
  isDefault: boolean;
  goal: string | null;
  model: string | null;
  runtime: string | null;
}

/** How to connect to a server; every string may contain `${NAME}`. */
export type Connection =
  | { type: "stdio"; command: string; args: readonly string[]; env: Readonly<Record<string, string>> }
  | { type: "sse" | "streamable-http"; url: string; headers: Readonly<Record<string, string>> };

/** As written in the file; every string may contain `${NAME}`. */
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
  /** Why the catalog declares it unavailable, or null. */
  unavailable: string | null;
  startupTimeoutSec: number | null;
}

/** A server that people sign in to, in its current state. */
export interface SignInDefinition {
  name: string;
  title: string;
  /** As written in the file. */
  url: string;
  /** Why it cannot be used now, as a sentence. The target may then contain unresolved variables. */
  problem: string | null;
  target: { url: string; oauth: ServerOauth };
}

export interface SkillDefinition {
  title: string | null;
  description: string;
  /** Absolute folder; null if it does not exist. */
  folder: string | null;
  references: readonly string[];
}

/** HOOK.json; every string may contain `${NAME}`. */
export interface HookFile {
  event: string;
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  timeoutSeconds: number | null;
  matcher: string | null;
}

export interface HookDefinition extends SkillDefinition {
  /** Null if the folder or its HOOK.json does not exist. */
  file: HookFile | null;
  /** Why the program in its folder cannot start; null if it can, or is one of the machine's. */
  blocked: { kind: "file_missing" | "not_executable"; file: string } | null;
}

export interface PluginDefinition {
  title: string | null;
  description: string;
  version: string | null;
  keywords: readonly string[];
  /** As written; after composition, the qualified ids of everything it brings, including nested plugins. */
  picks: Picks;
}

export interface ReferenceDefinition {
  title: string | null;
  description: string;
  /** Absolute file; null if it does not exist. */
  file: string | null;
}

/** What an entry of each kind defines. */
export interface Definitions {
  references: ReferenceDefinition;
  mcpServers: ServerDefinition;
  skills: SkillDefinition;
  hooks: HookDefinition;
  plugins: PluginDefinition;
  roots: RootDefinition;
}
export type Kind = keyof Definitions;

export type EntriesByKind = { readonly [K in Kind]: EntryIndex<Definitions[K]> };

/** The catalog composed from its files, with all references resolved and all plugins expanded. */
export interface CatalogEntries extends EntriesByKind {
  /** Whether there are several scopes: names may then be qualified, and scopes are returned (R208). */
  readonly composed: boolean;
}

/** Why a server cannot start now: the catalog says so, or variables have no value. */
export type Unavailability =
  | { kind: "declared"; reason: string }
  | { kind: "variables"; names: readonly string[] };
