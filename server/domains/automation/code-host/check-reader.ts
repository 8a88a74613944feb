import { type gitHubClient, statusOf, unlessForbidden } from "../../../lib/github/index.ts";
import { type FailedCheck, type FailedPage, failureLists } from "./failed-checks.ts";

const pageSize = 100;
const mostPages = 5;

export type FailureList = keyof typeof failureLists;
/** The tag of the last answer of each list. */
export type FailureTags = Partial<Record<FailureList, string>>;

interface Query {
  repository: string;
  branch: string;
  /** Lists that are as in the answers with these tags are left out. */
  tags: FailureTags;
}

interface FailedAtHead {
  /** The oldest first. */
  checks: FailedCheck[];
  tags: FailureTags;
  /** The token may not read this one. */
  refused: FailureList | null;
}

const lists: readonly FailureList[] = ["check-runs", "status"];

/** Reads what failed on the head of a branch, checks and commit statuses alike. */
export function checkReader({ sent }: { sent(): void }, call: ReturnType<typeof gitHubClient>["call"]) {
  /** Null if it is as in the answer with that tag. */
  const readPage = (
    list: FailureList,
    { repository, branch, tags }: Query,
    of: { page: number; signal: AbortSignal },
  ): Promise<(FailedPage & { tag: string | undefined }) | null> =>
    call(async (octokit) => {
      sent();
      const tag = of.page === 1 ? tags[list] : undefined;
      try {
        const { data, headers } = await octokit.request(
          `GET /repos/${repository}/commits/${encodeURIComponent(branch)}/${list}`,
          {
            per_page: pageSize,
            page: of.page,
            ...(list === "check-runs" && { status: "completed" }),
            ...(tag !== undefined && { headers: { "if-none-match": tag } }),
            request: { signal: of.signal },
          },
        );
        return { ...failureLists[list](data, { repository, branch }), tag: headers.etag };
      } catch (error) {
        if (statusOf(error) === 304) return null;
        throw error;
      }
    });

  async function readList(list: FailureList, query: Query, signal: AbortSignal) {
    const first = await readPage(list, query, { page: 1, signal });
    if (first === null) return null;
    const failed = [...first.failed];
    for (let page = 2; page <= mostPages && (page - 1) * pageSize < first.total; page++)
      failed.push(...((await readPage(list, query, { page, signal }))?.failed ?? []));
    // The tag says nothing of the pages after the first.
    return { failed, tag: first.total > pageSize ? undefined : first.tag };
  }

  return async function failedAtHead(query: Query, signal: AbortSignal): Promise<FailedAtHead> {
    const answers = [];
    for (const list of lists)
      answers.push({ list, ...(await unlessForbidden(readList(list, query, signal))) });
    const refused = answers.filter(({ refusal }) => refusal !== null);
    if (refused.length === lists.length) throw refused[0]?.refusal;
    const tags = { ...query.tags };
    for (const { list, answer } of answers) {
      if (answer === null) continue;
      if (answer.tag === undefined) delete tags[list];
      else tags[list] = answer.tag;
    }
    const checks = answers.flatMap(({ answer }) => answer?.failed ?? []);
    return {
      checks: checks.toSorted((one, other) => one.at - other.at),
      tags,
      refused: refused[0]?.list ?? null,
    };
  };
}
