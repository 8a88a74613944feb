import { z } from "zod";
import type { GraphqlQuery, gitHubClient } from "../../../lib/github/index.ts";

export interface Branch {
  /** `owner/name` */
  repository: string;
  name: string;
}

/** Branches per query. */
const headsAtOnce = 25;

/** Reads what the checks of many branches come to, in few requests. */
export function headReader(
  { sent }: { sent(): void },
  { graphql }: Pick<ReturnType<typeof gitHubClient>, "graphql">,
) {
  async function greenOf<Some extends Branch>(
    branches: readonly Some[],
    signal: AbortSignal,
  ): Promise<Some[]> {
    sent();
    const { data, errorAt } = await graphql(queryFor(branches), signal);
    const heads = headNodes.parse(data);
    return branches.filter((_, n) => {
      const head = heads?.[`b${n}`]?.ref?.target;
      return errorAt(`b${n}`) === null && head !== undefined && isGood(head);
    });
  }

  /** The branches whose heads have no check or status but good ones, as far as the host shows them. */
  return async function greenAmong<Some extends Branch>(
    branches: readonly Some[],
    signal: AbortSignal,
  ): Promise<Some[]> {
    const green: Some[] = [];
    for (let from = 0; from < branches.length; from += headsAtOnce)
      green.push(...(await greenOf(branches.slice(from, from + headsAtOnce), signal)));
    return green;
  };
}

function queryFor(branches: readonly Branch[]): GraphqlQuery {
  const parameters = branches.map((_, n) => `$o${n}: String!, $r${n}: String!, $b${n}: String!`);
  const parts = branches.map(
    (_, n) => `b${n}: repository(owner: $o${n}, name: $r${n}) { ref(qualifiedName: $b${n}) { ...head } }`,
  );
  const variables = branches.flatMap(({ repository, name }, n) => {
    const [owner = "", repo = ""] = repository.split("/");
    return [
      [`o${n}`, owner],
      [`r${n}`, repo],
      [`b${n}`, `refs/heads/${name}`],
    ];
  });
  return {
    query: `query(${parameters.join(", ")}) {\n${parts.join("\n")}\n}\n${head}`,
    variables: Object.fromEntries(variables) as Record<string, string>,
  };
}

const head = "fragment head on Ref { target { ... on Commit { statusCheckRollup { state } } } }";

/** A commit without checks has no sum of them. */
const headNode = z.object({ statusCheckRollup: z.object({ state: z.string() }).nullable() });

const isGood = ({ statusCheckRollup: sum }: z.output<typeof headNode>): boolean =>
  sum === null || sum.state === "SUCCESS";

const headNodes = z
  .record(z.string(), z.object({ ref: z.object({ target: headNode }).nullish() }).nullable())
  .nullish();
