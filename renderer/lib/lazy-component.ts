import { type ComponentType, createElement, type ReactNode, use } from "react";
import { create } from "zustand";
import { isAppKept } from "./service-worker.ts";
import { text } from "./text.ts";

/** Why a chunk cannot be loaded: a newer build is served, or the service refuses the file. */
export type ChunkErrorReason = "updated" | "refused";

export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";
  readonly reason: ChunkErrorReason;

  constructor(reason: ChunkErrorReason, cause: unknown) {
    super(text.errors.reload, { cause });
    this.reason = reason;
  }
}

/** Set after the first chunk that failed to load; the page then shows a banner. */
export const useChunkLoadError = create<{ reason: ChunkErrorReason | null }>()(() => ({ reason: null }));

/** The build that the service serves now, compared with the build of this page. */
export type ServedBuild = "same" | "other" | "unavailable";

export interface Environment {
  /** A cheap check whether the service answers. */
  isReachable(): Promise<boolean>;
  servedBuild(): Promise<ServedBuild>;
  pause(): Promise<void>;
}

const retryMs = 3_000;
/** For this long after loading, the page assumes that the service is reachable and skips the check. */
const freshMs = 1_500;

/** Present in the board's page of every build, and absent from the sign-in page. */
const boardMarker = 'name="last-event-id"';

async function fetchServedBuild(): Promise<ServedBuild> {
  const own = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.getAttribute("src");
  try {
    const page = await fetch("/", { headers: { accept: "text/html" }, cache: "no-store" });
    const text = page.ok ? await page.text() : "";
    // A person who was signed out gets the sign-in page instead of the board.
    if (!text.includes(boardMarker)) return "unavailable";
    return text.includes(own ?? "") ? "same" : "other";
  } catch {
    return "unavailable";
  }
}

/** Says so if the service came back as another build than this page's. */
export async function noteUpdate(): Promise<void> {
  if ((await fetchServedBuild()) === "other") useChunkLoadError.setState({ reason: "updated" });
}

let pendingCheck: Promise<ServedBuild> | null = null;
/** Shares one request between concurrent callers. */
const fetchServedBuildOnce = (): Promise<ServedBuild> =>
  (pendingCheck ??= fetchServedBuild().finally(() => {
    pendingCheck = null;
  }));

const browser: Environment = {
  isReachable: async () =>
    performance.now() < freshMs || isAppKept() || (await fetchServedBuildOnce()) !== "unavailable",
  servedBuild: fetchServedBuild,
  pause: () => new Promise((resolve) => setTimeout(resolve, retryMs)),
};

/** Matches the browsers' messages for code that could not be fetched; an error thrown by the code itself does not match. */
const isChunkLoadFailure = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script|preload CSS/i.test(error.message);

async function tryLoad<T>(load: () => Promise<T>): Promise<{ value: T } | { failure: unknown }> {
  try {
    return { value: await load() };
  } catch (error) {
    if (isChunkLoadFailure(error)) return { failure: error };
    throw error;
  }
}

/**
 * Loads code, and waits while the service is unreachable. Chromium never retries a module address that failed once, so
 * this requests nothing until the service answers. Throws `ChunkLoadError` if the service answers without the code.
 */
export async function loadChunk<T>(load: () => Promise<T>, environment: Environment = browser): Promise<T> {
  for (let refusals = 0; ; ) {
    while (!(await environment.isReachable())) await environment.pause();
    const result = await tryLoad(load);
    if ("value" in result) return result.value;
    const served = await environment.servedBuild();
    if (served !== "unavailable") refusals += 1;
    if (served === "other" || refusals > 1) {
      const reason = served === "other" ? "updated" : "refused";
      useChunkLoadError.setState({ reason });
      throw new ChunkLoadError(reason, result.failure);
    }
    await environment.pause();
  }
}

type Preload = () => Promise<void>;

const preloads: Preload[] = [];
/** `waiting` until `preloadAll` is called; `idle` once everything that is known has been loaded. */
let preloading: "waiting" | "running" | "idle" = "waiting";

/** Waits until the page has nothing else to do. */
const untilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: 1_000 });
    else setTimeout(resolve, 20);
  });

/**
 * Loads every component marked "preload", so that navigation works while the service restarts: one after the other while
 * the page is idle, because a person may be about to click. A chunk that fails reports its error when it is rendered.
 */
export async function preloadAll(): Promise<void> {
  preloading = "running";
  for (let next = preloads.shift(); next; next = preloads.shift()) {
    await untilIdle();
    await next().catch(() => undefined);
  }
  preloading = "idle";
}

/** A component whose code is loaded on its first render, by its `preload()`, or by `preloadAll`. */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  when: "on-render" | "preload" = "on-render",
): ((props: P) => ReactNode) & { preload(): Promise<void> } {
  let component: ComponentType<P> | undefined;
  let loading: Promise<void> | undefined;
  const keep = (loaded: ComponentType<P>): void => {
    component = loaded;
  };
  const preload: Preload = () => (loading ??= loadChunk(load).then(keep));
  const Lazy = (props: P): ReactNode => {
    if (!component) use(preload());
    return component && createElement(component, props);
  };
  if (when === "preload") {
    preloads.push(preload);
    if (preloading === "idle") void preloadAll();
  }
  return Object.assign(Lazy, { preload });
}
