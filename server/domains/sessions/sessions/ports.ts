import type { SessionRow } from "./store.ts";

/** What sessions need of their neighbours; compose.ts hands it in. */

export interface RootDefaults {
  name: string;
  gitRoot: string | null;
  branch: string | null;
  subdirectory: string | null;
  goal: string | null;
  model: string | null;
  runtime: string | null;
}

export interface ArtifactLists {
  mcpServers: readonly string[];
  skills: readonly string[];
  hooks: readonly string[];
  plugins: readonly string[];
  /** Sentences on servers that cannot start now (R34). */
  warnings: string[];
}

export interface CatalogPort {
  findRoot(name: string): RootDefaults | null;
  /** R32: an absent list takes the root's, an empty one none. Refuses unknown names (X47). */
  select(
    root: RootDefaults | null,
    lists: {
      mcp_servers?: readonly string[] | undefined;
      catalog_skills?: readonly string[] | undefined;
      catalog_hooks?: readonly string[] | undefined;
      catalog_plugins?: readonly string[] | undefined;
    },
  ): ArtifactLists;
  pluginServers(plugins: readonly string[]): readonly string[];
}

export interface GoalPort {
  /** The goal to store: stripped, blank is null; refuses an unknown id (R26). */
  accept(goal: string | null): string | null;
}

/** What the owner chose for new sessions; null where nothing. */
export interface DefaultsPort {
  /** What runs a session where neither the request nor its root says. */
  runtime(): string;
  /** Goes before what the catalog says of the root. */
  forRoot(name: string): { runtime: string | null; model: string | null; effort: string | null };
  /** Goes before the runtime's own. */
  forRuntime(id: string): { model: string | null; effort: string | null };
}

/** A runtime as far as choosing a model needs it. */
export interface ModelPort {
  id: string;
  defaultModel: string;
  accepts(model: string): boolean;
  effortLevels(model: string): readonly NonNullable<SessionRow["effort"]>[];
}

export interface SessionLogPort {
  /** A line in the session's log. */
  note(sessionId: number, level: "info" | "warning" | "error" | "debug" | "verbose", content: string): void;
  /** Tells the board that a session changed or went; called inside the transaction, sent after it. */
  changed(sessionId: number): void;
}
