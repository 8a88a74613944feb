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

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: {
      /** What the change may have touched: read anew once it is over, and the change with it. */
      changes?: readonly QueryKey[];
    };
  }
}

/** A refusal stays one however often it is asked; only what did not arrive is worth another try. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  return failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

const isComing = ({ state }: Query): boolean => state.fetchStatus === "fetching";

/** It reads none of the pages that are held. */
const isFurtherPage = (query: Query): boolean => isComing(query) && Boolean(query.state.fetchMeta?.fetchMore);

/**
 * What is out of date is read anew by a read that begins after the change. One that is on its way may be from before it:
 * it is let come, so that many changes keep no answer away and nobody loses a further page, and is followed by another.
 */
class PageClient extends QueryClient {
  /** Whose reading begins with this task, so after every change that the task was told of. */
  readonly #begun = new Set<Query>();
  readonly #rereading = new WeakSet<Query>();

  constructor(config: QueryClientConfig) {
    super(config);
    this.getQueryCache().subscribe((event) => this.#oweGivenUp(event));
  }

  override async invalidateQueries(filters: InvalidateQueryFilters = {}): Promise<void> {
    const all = this.getQueryCache().findAll(filters);
    const coming = all.filter((query) => isComing(query) && !this.#begun.has(query));
    const others = all.filter((query) => !coming.includes(query));
    await Promise.all([this.#read(others), ...coming.map((query) => this.#readAfter(query))]);
  }

  #read(queries: readonly Query[]): Promise<void> {
    const isAsked = (query: Query): boolean => queries.includes(query);
    const read = super.invalidateQueries({ predicate: isAsked }, { cancelRefetch: false });
    for (const query of queries) this.#begun.add(query);
    queueMicrotask(() => this.#begun.clear());
    return read;
  }

  #readAfter(query: Query): Promise<void> {
    const again = (): Promise<void> => (isFurtherPage(query) ? this.#readAfter(query) : this.#read([query]));
    return query.promise?.then(again, again) ?? again();
  }

  /** A further page takes the place of a read that is on its way, which then follows it. */
  #oweGivenUp(event: QueryCacheNotifyEvent): void {
    if (event.type !== "updated") return;
    const { query } = event;
    const givenUp = isFurtherPage(query) && this.#rereading.has(query);
    if (isComing(query) && !isFurtherPage(query)) this.#rereading.add(query);
    else this.#rereading.delete(query);
    if (givenUp) void this.#readAfter(query);
  }
}

type AnyMutation = Mutation<unknown, unknown>;

/** Of changes that go one after the other the last reads for all: what it shows ahead is not taken back before it. */
function isFollowed(client: QueryClient, { options: { scope } }: AnyMutation): boolean {
  const isAlike = ({ options }: AnyMutation): boolean =>
    scope !== undefined && options.scope?.id === scope.id;
  return client.isMutating({ predicate: isAlike }) > 1;
}

/** Also where it was refused: it may have arrived all the same, or somebody else was first. */
async function readChanged(client: QueryClient, mutation: AnyMutation): Promise<void> {
  if (isFollowed(client, mutation)) return;
  const changes = mutation.meta?.changes ?? [];
  await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** The service is on this machine, so nothing waits for a network: without one everything works as well. */
export function createQueryClient(): QueryClient {
  // Left to itself it tells React in a later task, and until then a box that was just ticked stands as it was before.
  notifyManager.setScheduler(queueMicrotask);
  return new PageClient({
    mutationCache: new MutationCache({
      onSettled: (...[, , , , mutation, { client }]) => readChanged(client, mutation),
    }),
    defaultOptions: {
      // The live stream keeps what is shown up to date, so reading again is the exception.
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        retry: isWorthRetrying,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
