import { z } from "zod";
import type {
  Connection,
  HookFile,
  Kind,
  PluginDefinition,
  RootDefinition,
  ServerDefinition,
} from "./model.ts";
import type { Finding } from "./rules.ts";
import { text } from "./text.ts";

const id = /^[a-zA-Z0-9_-]+$/;
const serverName = /^[a-zA-Z0-9_[\]-]+$/;
const excludeEntry = /^@[a-zA-Z0-9._*-]+(?:\/[a-zA-Z0-9._*-]+)+$/;

/** The names of the lists in air.json and of the index files. */
export const airNames = {
  references: "references",
  plugins: "plugins",
  skills: "skills",
  roots: "roots",
  hooks: "hooks",
  mcp: "mcpServers",
} as const satisfies Record<string, Kind>;
export type AirName = keyof typeof airNames;

const atMost = (max: number) => z.string().max(max, text.key.tooLong(max));
const filled = (max: number) => atMost(max).min(1, text.key.blank);
const strings = z.array(z.string()).default([]);
const record = z.record(z.string(), z.string());
const title = filled(100).nullish().transform(orNull);
const description = filled(500);

const exclusions = z.array(z.string().regex(excludeEntry, text.key.excludeForm)).default([]);

export const airFile = z.looseObject({
  name: filled(100).regex(id, text.key.idCharacters),
  description: atMost(500).optional(),
  extensions: strings,
  catalogs: strings,
  references: strings,
  plugins: strings,
  skills: strings,
  roots: strings,
  hooks: strings,
  mcp: strings,
  exclude: z
    .strictObject({
      references: exclusions,
      plugins: exclusions,
      skills: exclusions,
      roots: exclusions,
      hooks: exclusions,
      mcp: exclusions,
    })
    .prefault({}),
});
export type AirFile = z.infer<typeof airFile>;

const root = z
  .looseObject({
    description,
    display_name: title,
    url: z.string().nullish().transform(orNull),
    default_branch: filled(255).nullish().transform(orNull),
    subdirectory: z.string().nullish().transform(orNull),
    default_mcp_servers: strings,
    default_skills: strings,
    default_hooks: strings,
    default_plugins: strings,
    default_subagent_roots: strings,
    user_invocable: z.boolean().default(true),
    default: z.boolean().default(false),
    default_goal: atMost(50_000).nullish().transform(orNull),
    default_model: z.string().nullish().transform(orNull),
    default_runtime: z.string().nullish().transform(orNull),
  })
  .transform(
    (file): RootDefinition => ({
      displayName: file.display_name,
      description: file.description,
      gitRoot: file.url,
      branch: file.default_branch,
      subdirectory: file.subdirectory,
      picks: {
        mcpServers: file.default_mcp_servers,
        skills: file.default_skills,
        hooks: file.default_hooks,
        plugins: file.default_plugins,
      },
      subagentRoots: file.default_subagent_roots,
      userInvocable: file.user_invocable,
      isDefault: file.default,
      goal: file.default_goal,
      model: file.default_model,
      runtime: file.default_runtime,
    }),
  );

/** Which keys a server may not have depends on its type (R150). */
const forbidden = (type: string) => z.undefined({ error: () => text.key.notForServer(type) }).optional();

const oauth = z.object({
  clientId: z.string().optional(),
  clientSecret: z.string().optional(),
  scopes: z.array(z.string()).optional(),
  redirectUri: z.string().optional(),
  authServerMetadataUrl: z.string().optional(),
});

const serverCommon = {
  title,
  description: atMost(500).nullish().transform(orNull),
  env: record.default({}),
  unavailable: z.union([z.string(), z.boolean()]).nullish(),
  startup_timeout_sec: z.number().positive().nullish().transform(orNull),
};
const remote = <T extends "sse" | "streamable-http">(type: T) =>
  z.looseObject({
    ...serverCommon,
    type: z.literal(type),
    command: forbidden(type),
    args: forbidden(type),
    url: z.string().refine(isWebAddress, text.key.webAddress),
    headers: record.default({}),
    oauth: oauth.nullish().transform(orNull),
  });
const stdio = z.looseObject({
  ...serverCommon,
  type: z.literal("stdio"),
  command: z.string().min(1, text.key.blank),
  args: strings,
  url: forbidden("stdio"),
  headers: forbidden("stdio"),
  oauth: forbidden("stdio"),
});

const server = z
  .discriminatedUnion("type", [stdio, remote("sse"), remote("streamable-http")], {
    error: text.key.serverType,
  })
  .transform((file): ServerDefinition => {
    const connection: Connection =
      file.type === "stdio"
        ? { type: file.type, command: file.command, args: file.args, env: file.env }
        : { type: file.type, url: file.url, headers: file.headers };
    return {
      title: file.title,
      description: file.description,
      connection,
      oauth: file.type === "stdio" ? null : file.oauth,
      unavailable: declaredUnavailable(file.unavailable),
      startupTimeoutSec: file.startup_timeout_sec,
    };
  });

const maxReasonLength = 200;

function declaredUnavailable(declared: string | boolean | null | undefined): string | null {
  if (declared === true) return text.declaredUnavailable;
  return (typeof declared === "string" && declared.trim().slice(0, maxReasonLength)) || null;
}

/** An address with a variable can only be checked once the variable is filled in. */
export function isWebAddress(url: string): boolean {
  if (url.includes("${")) return true;
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** Skills and hooks: `path` is still relative to the index file. */
const folder = z.looseObject({ title, description, path: filled(4_096), references: strings });
const reference = z.looseObject({ title, description, path: filled(4_096) });

const plugin = z
  .looseObject({
    title,
    description,
    version: z
      .string()
      .regex(/^[0-9]+\.[0-9]+\.[0-9]+([-+][a-zA-Z0-9._-]+)?$/, text.key.versionForm)
      .nullish()
      .transform(orNull),
    mcp_servers: strings,
    skills: strings,
    hooks: strings,
    plugins: strings,
    keywords: strings,
  })
  .transform(
    (file): PluginDefinition => ({
      title: file.title,
      description: file.description,
      version: file.version,
      keywords: file.keywords,
      picks: { mcpServers: file.mcp_servers, skills: file.skills, hooks: file.hooks, plugins: file.plugins },
    }),
  );

export const hookFile = z
  .looseObject({
    event: z.string().min(1, text.key.blank),
    command: z.string().min(1, text.key.blank),
    args: strings,
    env: record.default({}),
    timeout_seconds: z.number().min(1, text.key.atLeastOne).nullish().transform(orNull),
    matcher: z.string().nullish().transform(orNull),
  })
  .transform(
    ({ timeout_seconds: timeoutSeconds, event, command, args, env, matcher }): HookFile => ({
      event,
      command,
      args,
      env,
      timeoutSeconds,
      matcher,
    }),
  );

/** One entry of each kind of index file. */
export const entrySchemas = {
  references: reference,
  plugins: plugin,
  skills: folder,
  roots: root,
  hooks: folder,
  mcpServers: server,
};
export type FolderFile = z.infer<typeof folder>;

/** Why `key` cannot be the id of an entry, or null if it can. */
export function problemWithKey(kind: Kind, key: string): string | null {
  if (key.startsWith("@")) return text.key.qualifiedId;
  if (kind === "mcpServers") return serverName.test(key) ? null : text.key.serverIdCharacters;
  return id.test(key) ? null : text.key.idCharacters;
}

/** The kind of entries a file in a catalog folder lists. Returns null if it is not an index file. */
export function kindOfIndex(fileName: string, schema: unknown): Kind | null {
  if (fileName.endsWith(".schema.json")) return null;
  if (typeof schema === "string") {
    const named = /(?:^|\/)([a-z]+)\.schema\.json$/.exec(schema.split(/[?#]/)[0] ?? "")?.[1] ?? "";
    return isAirName(named) ? airNames[named] : null;
  }
  const tokens = fileName.replace(/\.json$/, "").split(/[._-]/);
  const word = Object.keys(airNames).find((name) => tokens.includes(name));
  return word !== undefined && isAirName(word) ? airNames[word] : null;
}

export function isAirName(word: string): word is AirName {
  return Object.hasOwn(airNames, word);
}

/** One finding per problem of a file's content; each sentence starts with the key. */
export function contentProblems(where: string, error: z.ZodError): Finding[] {
  return error.issues.map((issue) => ({
    where,
    kind: "content",
    sentence: [issue.path.join("."), wording(issue)].filter(Boolean).join(" "),
  }));
}

/** Keeps our own sentences and rephrases zod's generic ones for someone who edits a file. */
function wording(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys") return text.key.unknownKeys(issue.keys);
  if (!issue.message.startsWith("Invalid input")) return issue.message;
  if (issue.code !== "invalid_type") return text.key.invalid;
  if (issue.message.endsWith("received undefined")) return text.key.missing;
  return text.key.wrongType(issue.expected === "record" ? "object" : issue.expected);
}

function orNull<T>(value: T | null | undefined): T | null {
  return value ?? null;
}
