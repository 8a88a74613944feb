import { z } from "zod";
import { type GitHubAccess, gitHubClient, hostTime, statusOf } from "../../../lib/github/index.ts";
import { checkReader } from "./check-reader.ts";
import { headReader } from "./head-reader.ts";
import { hostItem, itemOf } from "./host-item.ts";
import type { Item, ItemTarget } from "./items.ts";

export interface ChangesQuery {
  target: ItemTarget;
  /** `owner/name`, at most `repositoriesAtOnce`. */
  repositories: readonly string[];
  /** By the host's clock. */
  since: number;
  /** Of the last answer to the same query. */
  etag?: string | undefined;
}

export type Changes =
  /** As in the answer with that tag. */
  | { kind: "same"; hostNow: number }
  | {
      kind: "items";
      /** The one that changed first comes first. */
      items: Item[];
      /** There are more than one search gives; those that changed last are missing. */
      hasMore: boolean;
      /** The host gave up before it had searched everything. */
      isIncomplete: boolean;
      etag: string | undefined;
      hostNow: number;
    };

export type CodeHost = ReturnType<typeof gitHubSearch>;

export const repositoriesAtOnce = 20;
const pageSize = 100;
const mostPages = 10;

/** Reads issues and pull requests from GitHub. Throws RateLimited once the rate limit is exceeded. */
export function gitHubSearch(access: GitHubAccess & { sent(): void }) {
  const client = gitHubClient(access);
  const { call } = client;

  /** One page of a search; null if it is what it was. */
  function page(query: ChangesQuery, number: number, signal: AbortSignal) {
    return call(async (octokit) => {
      access.sent();
      const isFirst = number === 1 && query.etag !== undefined;
      const answer = await octokit.request("GET /search/issues", {
        q: searchText(query),
        sort: "updated",
        order: "asc",
        per_page: pageSize,
        page: number,
        advanced_search: "true",
        ...(isFirst && { headers: { "if-none-match": query.etag ?? "" } }),
        request: { signal },
      });
      return { ...searchAnswer.parse(answer.data), headers: answer.headers };
    });
  }

  return {
    failedAtHead: checkReader(access, call),
    greenAmong: headReader(access, client),
    nameOf: nameReader(access, call),

    /** What changed in these repositories since then. */
    async changes(query: ChangesQuery, signal: AbortSignal): Promise<Changes> {
      const items = new Map<string, Item>();
      let isIncomplete = false;
      // An item that changes meanwhile moves to the end, and all after it move up: each page begins at the time of the last.
      let from = { since: query.since, page: 1 };
      let first: { etag: string | undefined; hostNow: number } | undefined;
      for (let number = 1; number <= mostPages; number++) {
        const { etag, ...asked } = query;
        const next = { ...asked, ...(number === 1 && { etag }), since: from.since };
        const answer = await page(next, from.page, signal).catch((error: unknown) => {
          if (number === 1 && statusOf(error) === 304) return null;
          throw error;
        });
        if (answer === null) return { kind: "same", hostNow: access.now() };
        first ??= { etag: answer.headers.etag, hostNow: hostTime(answer.headers.date, access.now()) };
        isIncomplete ||= answer.incomplete_results;
        const found = answer.items.flatMap((one) => searchedItem(query.target, one));
        for (const item of found) addLast(items, item);
        const seen = (from.page - 1) * pageSize + answer.items.length;
        if (answer.items.length < pageSize || seen >= answer.total_count)
          return { kind: "items", items: [...items.values()], hasMore: false, isIncomplete, ...first };
        const last = found.at(-1)?.updatedAt ?? 0;
        from = last > from.since ? { since: last, page: 1 } : { ...from, page: from.page + 1 };
      }
      const facts = first ?? { etag: undefined, hostNow: access.now() };
      return { kind: "items", items: [...items.values()], hasMore: true, isIncomplete, ...facts };
    },

    /** When each label of an item was last put on it, by lower-case name. */
    async labeledAt({ repository, number }: Item, wanted: readonly string[], signal: AbortSignal) {
      const found = new Map<string, number>();
      const read = (pageNumber: number) =>
        call(async (octokit) => {
          access.sent();
          const { data, headers } = await octokit.request(
            `GET /repos/${repository}/issues/${number}/events`,
            { per_page: pageSize, page: pageNumber, request: { signal } },
          );
          for (const event of eventsAnswer.parse(data)) {
            if (event.event !== "labeled" || !event.label) continue;
            const label = event.label.name.toLowerCase();
            found.set(label, Math.max(found.get(label) ?? 0, Date.parse(event.created_at) || 0));
          }
          return Number(/[?&]page=(\d+)[^>]*>;\s*rel="last"/.exec(headers.link ?? "")?.[1] ?? 1);
        });
      // The oldest come first, so the newest are on the last page.
      const last = await read(1);
      for (let number = last; number > Math.max(1, last - mostPages); number--) {
        if (wanted.every((label) => found.has(label.toLowerCase())) && number < last) break;
        await read(number);
      }
      return found;
    },
  };
}

function searchText({ target, repositories, since }: ChangesQuery): string {
  const names = repositories.map((name) => `repo:${name}`);
  const where = names.length === 1 ? names.join("") : `(${names.join(" OR ")})`;
  const at = new Date(since).toISOString().replace(/\.\d+Z$/, "Z");
  return `${where} is:${target === "issue" ? "issue" : "pr"} updated:>=${at}`;
}

/** How a repository is called now; null if the token cannot see it. */
const nameReader =
  ({ sent }: { sent(): void }, call: ReturnType<typeof gitHubClient>["call"]) =>
  (repository: string, signal: AbortSignal): Promise<string | null> =>
    call(async (octokit) => {
      sent();
      try {
        const { data } = await octokit.request(`GET /repos/${repository}`, { request: { signal } });
        return repositoryAnswer.parse(data).full_name;
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw error;
      }
    });

/** As the newest one. */
function addLast(items: Map<string, Item>, item: Item): void {
  const key = `${item.repository}#${item.number}`;
  items.delete(key);
  items.set(key, item);
}

const repositoryAnswer = z.object({ full_name: z.string() });

const searchAnswer = z.object({
  total_count: z.number(),
  incomplete_results: z.boolean(),
  items: z.array(z.unknown()),
});

const found = hostItem.extend({ repository_url: z.string() });

/** Nothing for an item that is not as GitHub documents it. */
function searchedItem(target: ItemTarget, value: unknown): Item[] {
  const read = found.safeParse(value);
  const repository = read.data && /\/repos\/([^/]+\/[^/]+)$/.exec(read.data.repository_url)?.[1];
  return read.data && repository !== undefined ? [itemOf({ target, repository }, read.data)] : [];
}

const eventsAnswer = z.array(
  z.object({
    event: z.string(),
    created_at: z.string(),
    label: z.object({ name: z.string() }).nullish(),
  }),
);
