import {
  type InvalidateQueryFilters,
  type Mutation,
  MutationCache,
  notifyManager,
  type Query,
  type QueryCacheNotifyEvent,
  QueryClient,
  type QueryClientConfig,
  type QueryKey,
} from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import { isAway } from "./connection.ts";

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: {
      /** The queries that the mutation may affect; they are refetched when it settles. */
      changes?: readonly QueryKey[];
    };
  }
}

/**
 * A refusal would only be repeated. A request that failed to arrive is repeated once and soon, so that a page says at once
 * that the service is away; everything that failed is read again when it is back.
 */
function isWorthRetrying(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 ? failures < 1 && !isAway() : failures < 2 && error.status >= 502;
}

const soonMs = 300;
const retryDelay = (failures: number, error: unknown): number =>
  error instanceof ApiError && error.status === 0 ? soonMs : 1_000 * 2 ** failures;

const isFetching = ({ state }: Query): boolean => state.fetchStatus === "fetching";

/** A fetch for the next page, which does not refetch the loaded pages. */
const isNextPage = (query: Query): boolean => isFetching(query) && Boolean(query.state.fetchMeta?.fetchMore);

/**
 * Refetches invalidated queries with a request that starts after the change. A request in flight may have started before
 * it, so it is allowed to finish and then followed by another: frequent changes never starve a query, and a next page is
 * never lost.
 */
class PageClient extends QueryClient {
  /** Queries whose fetch started in this task, and therefore after every change reported in it. */
  readonly #started = new Set<Query>();
  readonly #refetching = new WeakSet<Query>();

  constructor(config: QueryClientConfig) {
    super(config);
    this.getQueryCache().subscribe((event) => this.#repeatCanceledRefetch(event));
  }

  override async invalidateQueries(filters: InvalidateQueryFilters = {}): Promise<void> {
    const all = this.getQueryCache().findAll(filters);
    const inFlight = all.filter((query) => isFetching(query) && !this.#started.has(query));
    const others = all.filter((query) => !inFlight.includes(query));
    await Promise.all([this.#refetch(others), ...inFlight.map((query) => this.#refetchAfter(query))]);
  }

  #refetch(queries: readonly Query[]): Promise<void> {
    const isIncluded = (query: Query): boolean => queries.includes(query);
    const read = super.invalidateQueries({ predicate: isIncluded }, { cancelRefetch: false });
    for (const query of queries) this.#started.add(query);
    queueMicrotask(() => this.#started.clear());
    return read;
  }

  #refetchAfter(query: Query): Promise<void> {
    const again = (): Promise<void> =>
      isNextPage(query) ? this.#refetchAfter(query) : this.#refetch([query]);
    return query.promise?.then(again, again) ?? again();
  }

  /** Fetching a next page cancels a refetch in flight, so that refetch is repeated after it. */
  #repeatCanceledRefetch(event: QueryCacheNotifyEvent): void {
    if (event.type !== "updated") return;
    const { query } = event;
    const wasCanceled = isNextPage(query) && this.#refetching.has(query);
    if (isFetching(query) && !isNextPage(query)) this.#refetching.add(query);
    else this.#refetching.delete(query);
    if (wasCanceled) void this.#refetchAfter(query);
  }
}

type AnyMutation = Mutation<unknown, unknown>;

/** Whether more mutations of the same scope follow: only the last one refetches, so that optimistic updates stay. */
function hasFollower(client: QueryClient, { options: { scope } }: AnyMutation): boolean {
  const isSameScope = ({ options }: AnyMutation): boolean =>
    scope !== undefined && options.scope?.id === scope.id;
  return client.isMutating({ predicate: isSameScope }) > 1;
}

/** Runs after a refusal too: the change may have been applied anyway, or someone else was faster. */
async function refetchChanged(client: QueryClient, mutation: AnyMutation): Promise<void> {
  if (hasFollower(client, mutation)) return;
  const changes = mutation.meta?.changes ?? [];
  await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** The service runs on this machine, so requests never wait for the network to be online. */
export function createQueryClient(): QueryClient {
  // The default scheduler notifies React in a later task, and a checkbox would show its old state until then.
  notifyManager.setScheduler(queueMicrotask);
  return new PageClient({
    mutationCache: new MutationCache({
      onSettled: (...[, , , , mutation, { client }]) => refetchChanged(client, mutation),
    }),
    defaultOptions: {
      // The live stream keeps the data current, so refetching is the exception.
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        retry: isWorthRetrying,
        retryDelay,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
