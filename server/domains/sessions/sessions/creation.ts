import { createRequire } from "node:module";
import type Slugify from "@sindresorhus/slugify";
import { cutCharacters } from "../../../lib/character-rules.ts";
import { parseGitSource } from "../../../lib/git-source-rules.ts";
import { gitSourceSentence } from "../../../lib/git-source-text.ts";
import { strictest } from "../../../lib/sandbox/index.ts";
import { sessionRefusal } from "./errors.ts";
import type { Genesis, NewSession, SchedulingClass } from "./model.ts";
import { resolveModel } from "./model-choice.ts";
import type { CatalogPort, DefaultsPort, GoalPort, ModelPort, RootDefaults, SandboxPort } from "./ports.ts";
import { decidePrecedence, titleFromPrompt, topOfSpot, validateSlug } from "./rules.ts";
import type { NewSessionRow, SessionRow, SessionStore } from "./store.ts";

export interface CreationDeps {
  store: SessionStore;
  catalog: CatalogPort;
  goals: GoalPort;
  runtimes: readonly ModelPort[];
  /** The owner's preferences for runtime, model and effort (R33). */
  defaults: DefaultsPort;
  sandboxes: SandboxPort;
  /** Throws 422 for a prompt that is a command which cannot begin a session. */
  refuseCommand(of: CommandAddressee, prompt: string): void;
}

/** The session that a prompt is for; one that is only asked for has no clone. */
export type CommandAddressee = Pick<
  SessionRow,
  "agentRuntime" | "gitRoot" | "clonePath" | "subdirectory" | "catalogSkills"
>;

const text = (value: string | null | undefined): string | null => {
  const trimmed = value?.trim() ?? "";
  return trimmed === "" ? null : trimmed;
};

/** R29: throws for an unknown class; returns null if none is given. */
export function readClass(value: string | null | undefined): SchedulingClass | null {
  if (value === null || value === undefined) return null;
  if (value === "spot" || value === "priority") return value;
  throw sessionRefusal("unknown_class", { value });
}

/** R31. Returns true for the top of the spot queue. */
export function readPlace(input: {
  place?: string | null | undefined;
  precedence?: number | null | undefined;
}): boolean {
  if (input.place === null || input.place === undefined) return false;
  if (input.place !== "top_of_spot") throw sessionRefusal("unknown_place", { value: input.place });
  if (input.precedence !== null && input.precedence !== undefined)
    throw sessionRefusal("place_and_precedence");
  return true;
}

export function checkSlug(slug: string, store: SessionStore, except: number): string {
  const verdict = validateSlug(slug);
  if (verdict !== "ok") throw sessionRefusal(verdict);
  if (store.slugTaken(slug, except)) throw sessionRefusal("slug_taken", { slug });
  return slug;
}

/** Validates a request and fills in what it leaves out from the agent root, then the defaults (R11-R36). */
export function resolveCreation(
  input: NewSession,
  deps: CreationDeps,
  context: { now: number; genesis: Genesis; agent: SessionRow | null },
): { row: NewSessionRow & NewSource; warnings: string[] } {
  const prompt = readPrompt(input);
  const root = findRoot(input.agent_root, deps.catalog);
  const parent = findParent(input.parent_session_id, deps.store);
  const { runtime, defaults } = resolveRuntime(input, root, deps);
  const { columns, warnings } = resolveArtifacts(input, root, deps.catalog);
  const { choice, warnings: replaced } = resolveModel(input, { runtime, defaults, root }, deps.runtimes);
  const source = resolveSource(input, root, deps.sandboxes);
  const row = {
    ...source,
    ...choice,
    ...resolveNames(input, prompt, deps.store),
    ...resolveRank(input, parent, deps.store),
    ...columns,
    ...initialState(input),
    agentRuntime: runtime.id,
    agentRoot: root?.name ?? null,
    prompt,
    goal: deps.goals.accept(input.goal ?? root?.goal ?? null),
    isAutonomous: input.is_autonomous ?? true,
    genesis: parent?.genesis ?? context.genesis,
    metadata: root === null ? {} : { agent_root_key: root.name },
    customMetadata: input.custom_metadata ?? {},
    autoCompactWindow: input.auto_compact_window ?? null,
    sandbox: resolveSandbox(input, [parent, context.agent], deps.sandboxes),
    lastTouchedAt: context.now,
    createdAt: context.now,
    updatedAt: context.now,
  };
  if (prompt !== null)
    deps.refuseCommand({ ...source, ...columns, agentRuntime: runtime.id, clonePath: null }, prompt);
  return { row, warnings: [...warnings, ...replaced] };
}

/** Returns the runtime and the model preferences in order: the owner's for this root, the root's own, the owner's for the runtime. */
function resolveRuntime(input: NewSession, root: RootDefaults | null, deps: CreationDeps) {
  const onRoot = root === null ? null : deps.defaults.forRoot(root.name);
  const wanted = text(input.agent_runtime) ?? onRoot?.runtime ?? root?.runtime ?? deps.defaults.runtime();
  const runtime = findRuntime(wanted, deps.runtimes);
  const ofRoot = { model: root?.model ?? null, effort: null };
  return { runtime, defaults: [onRoot, ofRoot, deps.defaults.forRuntime(runtime.id)] };
}

/** A session that another one started or reports to runs in at least what that one asks for. */
function resolveSandbox(
  input: NewSession,
  elders: readonly (SessionRow | null)[],
  sandboxes: SandboxPort,
): SessionRow["sandbox"] {
  const inherited = elders.map((elder) => elder && sandboxes.asked(elder));
  return strictest(sandboxes.read(input.sandbox), ...inherited);
}

function readPrompt(input: NewSession): string | null {
  const prompt = input.prompt?.trim() ? input.prompt : null;
  if (input.clone_only === true && prompt !== null) throw sessionRefusal("clone_only_with_prompt");
  return prompt;
}

/** R24, R25: a clone-only session needs input from the start; any other waits, whether or not a turn is queued. */
const initialState = (input: NewSession) =>
  input.clone_only === true
    ? { status: "needs_input" as const, waitingKind: null }
    : { status: "waiting" as const, waitingKind: "idle" as const };

/** An empty title is replaced with "Session <id>" once the id is known. */
function resolveNames(input: NewSession, prompt: string | null, store: SessionStore) {
  const given = text(input.title);
  return {
    title: given === null ? (titleFromPrompt(prompt) ?? "") : cutCharacters(given, 255),
    titleIsDefault: given === null,
    slug: input.slug ? checkSlug(input.slug, store, 0) : null,
    idempotencyKey: input.idempotency_key || null,
  };
}

function resolveRank(input: NewSession, parent: SessionRow | null, store: SessionStore) {
  return {
    schedulingClass: readClass(input.scheduling_class) ?? parent?.schedulingClass ?? null,
    parentSessionId: parent?.id ?? null,
    precedence: decidePrecedence({
      precedence: input.precedence ?? null,
      topOfSpot: readPlace(input) ? topOfSpot(store.topOfSpot(0), null) : null,
      parent: parent?.precedence ?? null,
    }),
  };
}

function resolveArtifacts(input: NewSession, root: RootDefaults | null, catalog: CatalogPort) {
  const { mcpServers, skills, hooks, plugins, warnings } = catalog.select(root, input);
  const columns = {
    mcpServers: [...mcpServers],
    mcpServersChosen: input.mcp_servers !== undefined,
    catalogSkills: [...skills],
    catalogHooks: [...hooks],
    catalogPlugins: [...plugins],
  };
  return { columns, warnings };
}

function findRoot(name: string | null | undefined, catalog: CatalogPort): RootDefaults | null {
  const wanted = text(name);
  if (wanted === null) return null;
  const root = catalog.findRoot(wanted);
  if (!root) throw sessionRefusal("invalid_agent_root", { name: wanted });
  return root;
}

function findParent(id: number | null | undefined, store: SessionStore): SessionRow | null {
  if (id === null || id === undefined) return null;
  const parent = store.byId(id);
  if (!parent) throw sessionRefusal("unknown_parent", { id });
  return parent;
}

function findRuntime(id: string, runtimes: readonly ModelPort[]): ModelPort {
  const runtime = runtimes.find((known) => known.id === id);
  if (runtime) return runtime;
  throw sessionRefusal("unknown_runtime", { name: id, known: runtimes.map((known) => known.id).join(", ") });
}

/** What a session is cloned from. */
export type NewSource = Pick<SessionRow, "branch" | "branchChosen" | "subdirectory"> & { gitRoot: string };
type KnownSource = Pick<SessionRow, "gitRoot" | "branch" | "branchChosen" | "subdirectory">;

function resolveSource(input: NewSession, root: RootDefaults | null, sandboxes: SandboxPort): NewSource {
  const source = readSource(input, {
    gitRoot: root?.gitRoot ?? null,
    branch: root?.branch ?? "main",
    branchChosen: typeof root?.branch === "string",
    subdirectory: root?.subdirectory ?? null,
  });
  const reason = sandboxes.rootProblem(source.gitRoot);
  if (reason !== null) throw sessionRefusal("invalid_repository", { reason });
  return source;
}

/**
 * Returns the repository once it is safe to hand to git: no option, no transport helper, no path that escapes. What the
 * input leaves out is taken from `otherwise`.
 */
export function readSource(
  input: Pick<NewSession, "git_root" | "branch" | "subdirectory">,
  otherwise: KnownSource,
): NewSource {
  const gitRoot = text(input.git_root) ?? otherwise.gitRoot;
  const named = text(input.branch);
  const branch = named ?? otherwise.branch;
  const subdirectory = text(input.subdirectory) ?? otherwise.subdirectory;
  if (gitRoot === null) throw sessionRefusal("git_root_missing");
  const parsed = parseGitSource({ gitRoot, branch, ...(subdirectory === null ? {} : { subdirectory }) });
  if (!parsed.ok) throw sessionRefusal("invalid_repository", { reason: gitSourceSentence(parsed.problem) });
  const branchChosen = named !== null || otherwise.branchChosen;
  return { gitRoot, branch, branchChosen, subdirectory };
}

const require = createRequire(import.meta.url);

/** Loaded with the first title, because its tables for every script take 13 MB of memory. */
function slugify(title: string): string {
  const library = require("@sindresorhus/slugify") as { default: typeof Slugify };
  return library.default(title);
}

/** R4: the title as a slug plus the time to the minute, and a number if that is taken. */
export function generateSlug(title: string, at: number, store: SessionStore): string {
  const stamp = new Date(at)
    .toISOString()
    .slice(0, 16)
    .replaceAll("-", "")
    .replace("T", "-")
    .replace(":", "");
  const stem = slugify(title).slice(0, 80).replace(/-+$/, "") || "session";
  const base = `${stem}-${stamp}`;
  for (let n = 0; n < 1_000; n++) {
    const slug = n === 0 ? base : `${base}-${n}`;
    if (!store.slugTaken(slug, 0)) return slug;
  }
  return `${base}-${at}`;
}
