import { notifyManager, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";

/** A refusal stays one however often it is asked; only what did not arrive is worth another try. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  return failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

/** The service is on this machine, so nothing waits for a network: without one everything works as well. */
export function createQueryClient(): QueryClient {
  // Left to itself it tells React in a later task, and until then a box that was just ticked stands as it was before.
  notifyManager.setScheduler(queueMicrotask);
  return new QueryClient({
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
