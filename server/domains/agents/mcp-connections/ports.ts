import type { Target } from "./discovery.ts";

/** A server of the catalog that people sign in to. */
export interface SignInServer {
  /** As the API returns and accepts it. */
  name: string;
  title: string;
  /** As written in the catalog. */
  url: string;
  /** Null if it cannot be used now. */
  target: (Target & { redirectUri?: string | undefined }) | null;
  /** Why not, as a sentence. */
  problem: string | null;
}
