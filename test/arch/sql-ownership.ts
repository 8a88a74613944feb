import { dirname, join } from "node:path/posix";
import { computed, type NamedTables, tablesOfSource } from "./sql-tables.ts";

/** Source texts by file path. */
export type Sources = Readonly<Record<string, string>>;

/** Tables that a file uses although another folder owns them. */
export type ForeignTables = Readonly<Record<string, readonly string[]>>;

/** SQLite's own tables. */
const system = /^(?:(?:sqlite|pragma)_\w+|dbstat)$/;
/** Files with statements about a table that the caller names. */
const generic = /^server\/db\//;
const tableFile = /[/-]table\.ts$/;
const everyTable = "server/compose/schema.ts";

/** The folder that owns each table: the one with the `table.ts` that declares it. */
export function tableOwners(sources: Sources): ReadonlyMap<string, string> {
  const declaring = Object.entries(sources).filter(([file]) => tableFile.test(file));
  return new Map(
    declaring.flatMap(([file, text]) =>
      [...text.matchAll(/\bsqliteTable\(\s*"(\w+)"/g)].map(([, table = ""]) => [table, dirname(file)]),
    ),
  );
}

/** Uses outside of the owner's folder: tables in SQL, and imports of tables for the query builder. */
export function foreignTables(sources: Sources): ForeignTables {
  const owners = tableOwners(sources);
  const users = Object.entries(sources).filter(([file]) => !tableFile.test(file) && file !== everyTable);
  const statements = new Map(users.map(([file, text]) => [file, tablesOf(file, text)]));
  const definedBeside = (folder: string, table: string): boolean =>
    [...statements].some(([file, { defined }]) => dirname(file) === folder && defined.includes(table));

  const isForeign = (file: string, table: string): boolean => {
    const owner = owners.get(table);
    if (owner !== undefined) return !file.startsWith(`${owner}/`);
    if (table === computed) return !generic.test(file);
    return !system.test(table) && !definedBeside(dirname(file), table);
  };
  const found = users.map(([file, text]) => {
    const named = statements.get(file)?.used.filter((table) => isForeign(file, table)) ?? [];
    const passed = passedTables(text, owners).filter((table) => isForeign(file, table));
    const tables = new Set([...named, ...passed, ...importedTables(file, text)]);
    return [file, [...tables].sort()] as const;
  });
  return Object.fromEntries(found.filter(([, tables]) => tables.length > 0));
}

const mayHoldSql = /\b(?:FROM|JOIN|INTO|UPDATE|TABLE|IN)\s|\.(?:prepare|exec)\b|\bsql`/i;

const tablesOf = (file: string, text: string): NamedTables =>
  mayHoldSql.test(text) ? tablesOfSource(file, text) : { used: [], defined: [] };

/** Names that a file passes to functions that read and write rows of any table. */
const passedTables = (text: string, owners: ReadonlyMap<string, string>): string[] =>
  /\bfrom "[^"]*\/db\/(?:untyped-rows|restore-part)\.ts"/.test(text)
    ? [...owners.keys()].filter((table) => text.includes(`"${table}"`))
    : [];

function importedTables(file: string, text: string): string[] {
  const paths = [...text.matchAll(/\bfrom "([^"]*(?:[/-]table|\/schema)\.ts)"/g)].map(([, path = ""]) =>
    join(dirname(file), path),
  );
  return paths.filter((path) => path === everyTable || !file.startsWith(`${dirname(path)}/`));
}
