import type { GraphqlQuery } from "./client.ts";

export interface RepositoryPart {
  owner: string;
  name: string;
  /** What `select` asks the repository with. */
  argument: string | number;
}

interface Selection {
  argumentType: "Int!" | "String!";
  /** What is asked of each repository, given the name of the variable that holds its argument. */
  select(variable: string): string;
  /** What is asked besides. */
  besides?: string;
  fragments: string;
}

/** The name of a part in the answer, by its place in the list. */
export const partName = (place: number): string => `p${place}`;

/** One query that asks the same of many repositories. */
export function repositoryQuery(
  parts: readonly RepositoryPart[],
  { argumentType, select, besides, fragments }: Selection,
): GraphqlQuery {
  const parameters = parts.map((_, n) => `$o${n}: String!, $r${n}: String!, $a${n}: ${argumentType}`);
  const asked = parts.map(
    (_, n) => `${partName(n)}: repository(owner: $o${n}, name: $r${n}) { ${select(`$a${n}`)} }`,
  );
  const variables: Record<string, string | number> = {};
  for (const [n, { owner, name, argument }] of parts.entries())
    Object.assign(variables, { [`o${n}`]: owner, [`r${n}`]: name, [`a${n}`]: argument });
  const body = [...(besides === undefined ? [] : [besides]), ...asked].join("\n");
  return { query: `query(${parameters.join(", ")}) {\n${body}\n}\n${fragments}`, variables };
}
