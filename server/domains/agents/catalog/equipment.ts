import type { Equipment, HookSource, McpServer } from "../../../runtimes/runtime.ts";
import type { SkillSource } from "../../../runtimes/skill-source.ts";
import { isWebAddress } from "./air-files.ts";
import { catalogError } from "./errors.ts";
import type {
  CatalogEntries,
  Definitions,
  EntriesByKind,
  Entry,
  HookDefinition,
  PickName,
  Picks,
  ServerDefinition,
  SignInDefinition,
  SkillDefinition,
  Unavailability,
} from "./model.ts";
import { findEntry } from "./rules.ts";
import { kindLabel, text } from "./text.ts";
import {
  type Environment,
  interpolate,
  interpolateValues,
  namesIn,
  type Template,
  unresolvedIn,
  valuesIn,
} from "./variables.ts";

/** Why a server cannot start now. Returns null if no reason is known (R207). */
export function unavailability(server: ServerDefinition, environment: Environment): Unavailability | null {
  if (server.unavailable !== null) return { kind: "declared", reason: server.unavailable };
  const missing = unresolvedIn(serverTemplate(server), environment);
  return missing.length === 0 ? null : { kind: "variables", names: missing };
}

/** One sentence for each part of a selection that does not work now (R34). */
export function warningsOf(catalog: CatalogEntries, environment: Environment, effective: Picks): string[] {
  const servers = known(catalog, "mcpServers", effective).flatMap(({ name, definition }) => {
    const why = unavailability(definition, environment);
    return why === null ? [] : [text.cannotStart(name, why)];
  });
  const hooks = known(catalog, "hooks", effective).flatMap(({ name, definition }) => {
    const missing = unresolvedIn(hookTemplate(definition), environment);
    if (definition.file === null) return [text.leftOut({ kind: "hooks", name }, "HOOK.json")];
    if (definition.blocked !== null) return [text.hookBlocked(name, definition.blocked)];
    return missing.length === 0 ? [] : [text.hookCannotRun(name, missing)];
  });
  const skills = known(catalog, "skills", effective)
    .filter(({ definition }) => definition.folder === null)
    .map(({ name }) => text.leftOut({ kind: "skills", name }, "SKILL.md"));
  return [...servers, ...hooks, ...skills];
}

/**
 * What a runtime gets, with every variable filled in. Throws if a variable has no value, if two entries of one kind
 * share a short id, or if one is no longer in the catalog. Skills and hooks whose files are missing are left out.
 */
export function equip(catalog: CatalogEntries, environment: Environment, effective: Picks): Equipment {
  const servers = required(catalog, "mcpServers", effective);
  const skills = required(catalog, "skills", effective);
  const hooks = required(catalog, "hooks", effective);
  refuseUnresolved(servers, hooks, environment);
  return {
    mcpServers: servers.map((entry) => toMcpServer(entry, environment)),
    skills: skills.flatMap((entry) => toSkillSource(entry, catalog)),
    hooks: hooks.flatMap((entry) => toHookSource(entry, environment)),
  };
}

/** The values of the catalog's variables, by which secrets are recognized in what agents print. */
export function secretsOf(
  catalog: CatalogEntries,
  environment: Environment,
): { name: string; value: string }[] {
  const servers = [...catalog.mcpServers.byQualified.values()].map(({ definition }) =>
    serverTemplate(definition),
  );
  const hooks = [...catalog.hooks.byQualified.values()].map(({ definition }) => hookTemplate(definition));
  return valuesIn([...servers, ...hooks], environment);
}

/** Every variable the catalog's servers and hooks use and what uses it, without values (R211). */
export function variablesOf(catalog: CatalogEntries): { name: string; description: string }[] {
  const servers = [...catalog.mcpServers.byQualified.values()].flatMap(({ name, definition }) =>
    namesIn(serverTemplate(definition)).map((variable) => ({ variable, kind: "mcpServers" as const, name })),
  );
  const hooks = [...catalog.hooks.byQualified.values()].flatMap(({ name, definition }) =>
    namesIn(hookTemplate(definition)).map((variable) => ({ variable, kind: "hooks" as const, name })),
  );
  return [...Map.groupBy([...servers, ...hooks], ({ variable }) => variable)]
    .map(([name, uses]) => ({ name, description: text.usedBy(uses) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The selected servers that a person must sign in to, with their address as written. */
export function signInsOf(
  catalog: CatalogEntries,
  effective: Pick<Picks, "mcpServers">,
): { name: string; url: string }[] {
  return effective.mcpServers.flatMap((asked) => {
    const found = findEntry(catalog.mcpServers, asked);
    if (found.kind !== "found") return [];
    const { connection, oauth } = found.entry.definition;
    return oauth === null || connection.type === "stdio"
      ? []
      : [{ name: found.entry.name, url: connection.url }];
  });
}

/** Every server that people sign in to, with its variables filled in and its problem, if any. */
export function signInServersOf(catalog: CatalogEntries, environment: Environment): SignInDefinition[] {
  return [...catalog.mcpServers.byQualified.values()].flatMap(({ name, definition }) => {
    const { connection, oauth, title } = definition;
    const why = unavailability(definition, environment);
    if (oauth === null || connection.type === "stdio") return [];
    const { scopes, ...texts } = oauth;
    const given = Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const filled = interpolateValues(Object.fromEntries(given), environment);
    return [
      {
        name,
        title: title ?? name,
        url: connection.url,
        problem: why && text.unavailable(why),
        target: {
          url: interpolate(connection.url, environment),
          oauth: {
            ...filled,
            ...(scopes && { scopes: scopes.map((scope) => interpolate(scope, environment)) }),
          },
        },
      },
    ];
  });
}

function refuseUnresolved(
  servers: readonly Entry<ServerDefinition>[],
  hooks: readonly Entry<HookDefinition>[],
  environment: Environment,
): void {
  const used = [
    ...servers.map(({ name, definition }) => ({
      kind: "mcpServers" as const,
      name,
      template: serverTemplate(definition),
    })),
    ...hooks.map(({ name, definition }) => ({
      kind: "hooks" as const,
      name,
      template: hookTemplate(definition),
    })),
  ];
  const unresolved = used.flatMap(({ template, ...what }) => {
    const missing = unresolvedIn(template, environment);
    return missing.length === 0 ? [] : [{ missing, sentence: text.unresolved(what, missing) }];
  });
  if (unresolved.length === 0) return;
  throw catalogError(
    "air_secret_unresolvable",
    { problems: unresolved.map(({ sentence }) => sentence).join(" ") },
    {
      reason: "air_secret_unresolvable",
      variables: [...new Set(unresolved.flatMap(({ missing }) => missing))],
    },
  );
}

function toMcpServer({ id, name, definition }: Entry<ServerDefinition>, environment: Environment): McpServer {
  const { connection, startupTimeoutSec } = definition;
  const timeout = startupTimeoutSec === null ? {} : { startupTimeoutSec };
  if (connection.type === "stdio") {
    return {
      name: id,
      type: connection.type,
      command: interpolate(connection.command, environment),
      args: connection.args.map((arg) => interpolate(arg, environment)),
      env: interpolateValues(connection.env, environment),
      ...timeout,
    };
  }
  const url = interpolate(connection.url, environment);
  if (!isWebAddress(url))
    throw catalogError("server_address_invalid", { name }, { reason: "server_address_invalid" });
  return {
    name: id,
    type: connection.type,
    url,
    headers: interpolateValues(connection.headers, environment),
    ...timeout,
  };
}

function toSkillSource({ id, definition }: Entry<SkillDefinition>, catalog: CatalogEntries): SkillSource[] {
  if (definition.folder === null) return [];
  const references = definition.references.flatMap((qualified) => {
    const file = catalog.references.byQualified.get(qualified)?.definition.file;
    return file ? [file] : [];
  });
  return [{ id, path: definition.folder, references }];
}

function toHookSource({ id, definition }: Entry<HookDefinition>, environment: Environment): HookSource[] {
  const { folder, file, blocked } = definition;
  if (folder === null || file === null || blocked !== null) return [];
  return [
    {
      id,
      path: folder,
      event: interpolate(file.event, environment),
      command: interpolate(file.command, environment),
      args: file.args.map((arg) => interpolate(arg, environment)),
      env: interpolateValues(file.env, environment),
      ...(file.timeoutSeconds !== null && { timeoutSeconds: file.timeoutSeconds }),
      ...(file.matcher !== null && { matcher: interpolate(file.matcher, environment) }),
    },
  ];
}

function known<P extends PickName>(catalog: EntriesByKind, pick: P, picks: Picks): Entry<Definitions[P]>[] {
  return picks[pick].flatMap((name) => {
    const found = findEntry<Definitions[P]>(catalog[pick], name);
    return found.kind === "found" ? [found.entry] : [];
  });
}

function required<P extends PickName>(
  catalog: CatalogEntries,
  pick: P,
  picks: Picks,
): Entry<Definitions[P]>[] {
  const entries = known(catalog, pick, picks);
  const what = kindLabel[pick];
  const gone = picks[pick].find((name) => findEntry<unknown>(catalog[pick], name).kind !== "found");
  if (gone !== undefined)
    throw catalogError("entry_gone", { what, name: gone }, { reason: "catalog_entry_gone" });
  for (const [id, sharing] of Map.groupBy(entries, (entry) => entry.id)) {
    const names = [...new Set(sharing.map(({ qualified }) => qualified))];
    if (names.length > 1)
      throw catalogError(
        "selection_collides",
        { what, id, names: names.join(" and ") },
        { reason: "catalog_selection_collides" },
      );
  }
  return entries;
}

function serverTemplate({ connection, oauth }: ServerDefinition): Template {
  return { connection, oauth };
}

function hookTemplate({ file }: HookDefinition): Template {
  return file && { ...file };
}
