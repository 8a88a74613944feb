import { z } from "zod";
import { type gitHubClient, partName, repositoryQuery } from "../../../lib/github/index.ts";

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
      const part = partName(n);
      const head = heads?.[part]?.ref?.target;
      return errorAt(part) === null && head !== undefined && isGood(head);
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

const queryFor = (branches: readonly Branch[]) =>
  repositoryQuery(
    branches.map(({ repository, name: branch }) => {
      const [owner = "", name = ""] = repository.split("/");
      return { owner, name, argument: `refs/heads/${branch}` };
    }),
    { argumentType: "String!", select: (ref) => `ref(qualifiedName: ${ref}) { ...head }`, fragments: head },
  );

const head = "fragment head on Ref { target { ... on Commit { statusCheckRollup { state } } } }";

/** A commit without checks has no sum of them. */
const headNode = z.object({ statusCheckRollup: z.object({ state: z.string() }).nullable() });

const isGood = ({ statusCheckRollup: sum }: z.output<typeof headNode>): boolean =>
  sum === null || sum.state === "SUCCESS";

const headNodes = z
  .record(z.string(), z.object({ ref: z.object({ target: headNode }).nullish() }).nullable())
  .nullish();
