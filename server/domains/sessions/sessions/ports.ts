import type { SandboxLevel } from "../../../lib/sandbox/index.ts";
import type { SessionSandbox } from "../../workspace/sandboxes/model.ts";
import type { SessionRow } from "./store.ts";

/** What sessions need from other domains; server/compose provides it. */

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
  /** One sentence for each server that cannot start now (R34). */
  warnings: string[];
}

export interface CatalogPort {
  findRoot(name: string): RootDefaults | null;
  /** R32: an absent list means the root's; an empty one means none. Refuses unknown names (X47). */
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

export interface RepositoryTrustPort {
  /** The trust of the repository at a git URL. */
  of(gitRoot: string): { address: string; trusted: boolean };
}

export interface SandboxPort {
  /** Null for no wish. Refuses an unknown level. */
  read(value: string | null | undefined): SandboxLevel | null;
  inForce(session: Pick<SessionRow, "gitRoot" | "sandbox">): SessionSandbox;
  /** Why agents cannot work in clones of a repository; null if they can. */
  rootProblem(gitRoot: string): string | null;
  /** What a session and its repository ask for. */
  asked(session: Pick<SessionRow, "gitRoot" | "sandbox">): SandboxLevel | null;
}

export interface GoalPort {
  /** Returns the goal to store: trimmed, and null if blank. Refuses an unknown id (R26). */
  accept(goal: string | null): string | null;
}

/** The owner's preferences for new sessions; null where the owner has none. */
export interface DefaultsPort {
  /** The runtime if neither the request nor the root names one. */
  runtime(): string;
  /** Takes precedence over the catalog's defaults of the root. */
  forRoot(name: string): { runtime: string | null; model: string | null; effort: string | null };
  /** Takes precedence over the runtime's own defaults. */
  forRuntime(id: string): { model: string | null; effort: string | null };
}

/** The parts of a runtime that choosing a model needs. */
export interface ModelPort {
  id: string;
  label: string;
  defaultModel: string;
  accepts(model: string): boolean;
  effortLevels(model: string): readonly NonNullable<SessionRow["effort"]>[];
}

export interface SessionLogPort {
  /** Adds a line to the session log. */
  note(sessionId: number, level: "info" | "warning" | "error" | "debug" | "verbose", content: string): void;
  /** Notifies the board that a session changed or was deleted; called inside the transaction, sent after it. */
  changed(sessionId: number): void;
}
