import { createHash } from "node:crypto";

export interface FakeIssue {
  repository: string;
  number: number;
  target: "issue" | "pull_request";
  title: string;
  author: string;
  body: string;
  labels: string[];
  isOpen: boolean;
  createdAt: number;
  updatedAt: number;
  /** When labels were put on it, the oldest first. */
  labeled: { label: string; at: number }[];
}

interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

const instant = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
/** GitHub's times have whole seconds. */
const seconds = (at: number): number => Math.floor(at / 1_000) * 1_000;

export type FakeIssues = ReturnType<typeof fakeIssues>;

/** Issues and pull requests of a fake GitHub, for its search and its webhooks. `now` is GitHub's clock. */
export function fakeIssues() {
  const items = new Map<string, FakeIssue>();
  const hub = {
    items,
    /** Epoch milliseconds; null for the time of this machine. */
    clock: null as (() => number) | null,
    /** Repositories that the token cannot see. */
    hidden: new Set<string>(),
    /** The new names of repositories, by the old ones. */
    renamed: new Map<string, string>(),
    /** Whether a search takes an old name for the new one, instead of refusing it. */
    followsNames: false,
    /** Called with the path of each request. */
    asked: (_path: string): void => undefined,
    /** Items whose events are gone. */
    gone: new Set<FakeIssue>(),
    /** How many of the next searches give up before their end. */
    incomplete: 0,
    now: (): number => seconds(hub.clock?.() ?? Date.now()),

    open(repository: string, number: number, more: Partial<FakeIssue> = {}): FakeIssue {
      const at = hub.now();
      const item: FakeIssue = {
        repository,
        number,
        target: "issue",
        title: `Title of ${number}`,
        author: "ada",
        body: "It does not work.",
        labels: [],
        isOpen: true,
        createdAt: at,
        updatedAt: at,
        labeled: [],
        ...more,
      };
      item.labeled.push(...item.labels.map((label) => ({ label, at: item.updatedAt })));
      items.set(`${repository}#${number}`, item);
      return item;
    },
    touch: (item: FakeIssue): FakeIssue => Object.assign(item, { updatedAt: hub.now() }),
    label(item: FakeIssue, label: string): FakeIssue {
      item.labels.push(label);
      item.labeled.push({ label, at: hub.now() });
      return hub.touch(item);
    },
    unlabel(item: FakeIssue, label: string): FakeIssue {
      item.labels = item.labels.filter((one) => one !== label);
      return hub.touch(item);
    },
    close: (item: FakeIssue): FakeIssue => hub.touch(Object.assign(item, { isOpen: false })),
    reopen: (item: FakeIssue): FakeIssue => hub.touch(Object.assign(item, { isOpen: true })),

    /** What the webhook of an action on the item sends. */
    payload(
      item: FakeIssue,
      action: string,
      label?: string,
    ): { event: string; body: Record<string, unknown> } {
      const isIssue = item.target === "issue";
      return {
        event: isIssue ? "issues" : "pull_request",
        body: {
          action,
          [isIssue ? "issue" : "pull_request"]: shown(item),
          repository: { full_name: item.repository },
          ...(label !== undefined && { label: { name: label } }),
          sender: { login: item.author },
        },
      };
    },

    /** The answer to a request about issues; null for any other. */
    answer(url: URL, ifNoneMatch: string | undefined): Answer | null {
      const path = url.pathname.replace(/^\/api\/v3/, "");
      hub.asked(path);
      if (path === "/search/issues") return search(hub, url, ifNoneMatch);
      const [, repository = "", number] =
        /^\/repos\/([^/]+\/[^/]+)(?:\/issues\/(\d+)\/events)?$/.exec(path) ?? [];
      if (repository === "") return null;
      if (hub.hidden.has(repository)) return { status: 404, body: { message: "Not Found" } };
      const name = hub.renamed.get(repository);
      if (name !== undefined)
        return { status: 301, body: {}, headers: { location: path.replace(repository, name) } };
      if (number === undefined) return { status: 200, body: { full_name: repository } };
      const item = items.get(`${repository}#${number}`);
      return eventsOf(item && hub.gone.has(item) ? undefined : item, url);
    },
  };
  return hub;
}

const shown = (item: FakeIssue) => ({
  number: item.number,
  title: item.title,
  html_url: `https://github.com/${item.repository}/${item.target === "issue" ? "issues" : "pull"}/${item.number}`,
  repository_url: `https://api.github.com/repos/${item.repository}`,
  user: { login: item.author },
  labels: item.labels.map((name) => ({ name })),
  body: item.body,
  state: item.isOpen ? "open" : "closed",
  created_at: instant(item.createdAt),
  updated_at: instant(item.updatedAt),
});

function search(hub: FakeIssues, url: URL, ifNoneMatch: string | undefined): Answer {
  const query = url.searchParams.get("q") ?? "";
  const asked = [...query.matchAll(/repo:([\w./-]+)/g)].map(([, name = ""]) => name);
  const isOld = !hub.followsNames && asked.some((name) => hub.renamed.has(name));
  const repositories = asked.map((name) => (hub.renamed.get(name) ?? name).toLowerCase());
  const target = /is:(issue|pr)\b/.exec(query)?.[1];
  const since = Date.parse(/updated:>=(\S+)/.exec(query)?.[1] ?? "");
  const isHidden = [...hub.hidden].some((name) => repositories.includes(name.toLowerCase()));
  if (target === undefined || repositories.length === 0 || Number.isNaN(since) || isHidden || isOld)
    return { status: 422, body: { message: "Validation Failed", errors: [{ code: "invalid", field: "q" }] } };
  const found = [...hub.items.values()]
    .filter(
      (item) =>
        repositories.includes(item.repository.toLowerCase()) &&
        (item.target === "issue") === (target === "issue") &&
        item.updatedAt >= since,
    )
    .toSorted((one, other) => one.updatedAt - other.updatedAt);
  const [page, size] = [
    Number(url.searchParams.get("page") ?? 1),
    Number(url.searchParams.get("per_page") ?? 30),
  ];
  const isIncomplete = hub.incomplete > 0;
  if (isIncomplete) hub.incomplete--;
  const all = found.slice(0, 1_000).slice((page - 1) * size, page * size);
  const body = {
    total_count: found.length,
    incomplete_results: isIncomplete,
    items: (isIncomplete ? all.slice(0, 1) : all).map(shown),
  };
  return conditional(body, ifNoneMatch);
}

/** The answer with its tag; 304 if that is the tag the caller has. */
export function conditional(body: object, ifNoneMatch: string | undefined): Answer {
  const etag = `W/"${createHash("sha256").update(JSON.stringify(body)).digest("hex")}"`;
  return ifNoneMatch === etag ? { status: 304, body: null } : { status: 200, body, headers: { etag } };
}

function eventsOf(item: FakeIssue | undefined, url: URL): Answer {
  if (!item) return { status: 404, body: { message: "Not Found" } };
  const [page, size] = [
    Number(url.searchParams.get("page") ?? 1),
    Number(url.searchParams.get("per_page") ?? 30),
  ];
  const last = Math.max(1, Math.ceil(item.labeled.length / size));
  return {
    status: 200,
    body: item.labeled.slice((page - 1) * size, page * size).map(({ label, at }) => ({
      event: "labeled",
      created_at: instant(at),
      label: { name: label },
    })),
    ...(last > page && { headers: { link: `<${url.origin}${url.pathname}?page=${last}>; rel="last"` } }),
  };
}
