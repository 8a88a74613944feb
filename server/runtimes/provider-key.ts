/** What the provider of a key says of it, in dollars; null is what it did not say. */
export type KeyReading =
  | {
      kind: "honored";
      label: string | null;
      limit: number | null;
      remaining: number | null;
      /** `daily`, `weekly` or `monthly`. */
      resets: string | null;
      used: number | null;
      usedToday: number | null;
      usedThisWeek: number | null;
      usedThisMonth: number | null;
      freeTier: boolean | null;
    }
  | { kind: "refused"; message: string }
  | { kind: "unreachable"; message: string };

/** Where the key of a provider comes from, and what the provider says of it. */
export interface ProviderKeyReader {
  /** The provider's name. */
  provider: string;
  /** The variable that carries the key. */
  variable: string;
  /** Never rejects. */
  read(key: string, signal: AbortSignal): Promise<KeyReading>;
}
