import { type ComponentType, createElement, type ReactNode, use } from "react";
import { create } from "zustand";

/** Why a part of the page will not come any more: a newer build is served, or the service gave it at no asking. */
export type ChunkErrorReason = "updated" | "refused";

export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";
  readonly reason: ChunkErrorReason;

  constructor(because: ChunkErrorReason, cause: unknown) {
    super("Reload the page to go on. What you wrote is kept.", { cause });
    this.reason = because;
  }
}

/** Whether a part was missed; the page says so from then on. */
export const useChunkLoadError = create<{ because: ChunkErrorReason | null }>()(() => ({ because: null }));

/** What the board is now: of the same build, of another one, or not to be had. */
export type ServedBuild = "same" | "other" | "nothing";

export interface Environment {
  /** Whether the service answers, as far as can be told at little cost. */
  isReachable(): Promise<boolean>;
  servedBuild(): Promise<ServedBuild>;
  pause(): Promise<void>;
}

const retryMs = 3_000;
/** So long after it was loaded a page takes it that its service is there, and what it begins with comes without asking. */
const freshMs = 1_500;

/** Stands in the board's page, of every build, and in none that asks who somebody is. */
const boardMarker = 'name="last-event-id"';

async function fetchServedBuild(): Promise<ServedBuild> {
  const own = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.getAttribute("src");
  try {
    const page = await fetch("/", { headers: { accept: "text/html" }, cache: "no-store" });
    const text = page.ok ? await page.text() : "";
    // Who is not let in any more gets another page than the board's, and this one is about to go.
    if (!text.includes(boardMarker)) return "nothing";
    return text.includes(own ?? "") ? "same" : "other";
  } catch {
    return "nothing";
  }
}

let pendingCheck: Promise<ServedBuild> | null = null;
/** One question for all who ask at the same time. */
const fetchServedBuildOnce = (): Promise<ServedBuild> =>
  (pendingCheck ??= fetchServedBuild().finally(() => {
    pendingCheck = null;
  }));

const browser: Environment = {
  isReachable: async () => performance.now() < freshMs || (await fetchServedBuildOnce()) !== "nothing",
  servedBuild: fetchServedBuild,
  pause: () => new Promise((resolve) => setTimeout(resolve, retryMs)),
};

/** As the browsers say that code could not be fetched. What throws while it runs is another fault. */
const isChunkLoadFailure = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script|preload CSS/i.test(error.message);

async function tryLoad<T>(load: () => Promise<T>): Promise<{ part: T } | { missing: unknown }> {
  try {
    return { part: await load() };
  } catch (error) {
    if (isChunkLoadFailure(error)) return { missing: error };
    throw error;
  }
}

/**
 * Fetches code, for as long as it takes while the service is away. Chromium gives up an address for good once it failed,
 * so nothing is asked for before the service answers. Throws `PartGone` where it answers and does not give the code.
 */
export async function loadChunk<T>(load: () => Promise<T>, around: Environment = browser): Promise<T> {
  for (let refusals = 0; ; ) {
    while (!(await around.isReachable())) await around.pause();
    const tried = await tryLoad(load);
    if ("part" in tried) return tried.part;
    const served = await around.servedBuild();
    if (served !== "nothing") refusals += 1;
    if (served === "other" || refusals > 1) {
      const because = served === "other" ? "updated" : "refused";
      useChunkLoadError.setState({ because });
      throw new ChunkLoadError(because, tried.missing);
    }
    await around.pause();
  }
}

type Preload = () => Promise<void>;

const preloads: Preload[] = [];
let isPreloading = false;
/** What is gone says so when it is drawn. */
const preloadSilently = (preload: Preload): void => void preload().catch(() => undefined);

/** Fetches what is marked for it, so that nothing is waited for and moving about works while the service restarts. */
export function preloadAll(): void {
  isPreloading = true;
  for (const preload of preloads.splice(0)) preloadSilently(preload);
}

/** A component whose code is fetched when it is first drawn, by `preload`, or with all that is fetched ahead. */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  when: "drawn" | "ahead" = "drawn",
): ((props: P) => ReactNode) & { preload(): Promise<void> } {
  let part: ComponentType<P> | undefined;
  let coming: Promise<void> | undefined;
  const keep = (fetched: ComponentType<P>): void => {
    part = fetched;
  };
  const preload: Preload = () => (coming ??= loadChunk(load).then(keep));
  const Part = (props: P): ReactNode => {
    if (!part) use(preload());
    return part && createElement(part, props);
  };
  if (when === "ahead" && isPreloading) preloadSilently(preload);
  else if (when === "ahead") preloads.push(preload);
  return Object.assign(Part, { preload });
}
