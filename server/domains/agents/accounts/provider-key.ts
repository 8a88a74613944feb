import { createHash } from "node:crypto";
import { instant } from "../../../lib/instant.ts";
import type { KeyReading } from "../../../runtimes/provider-key.ts";
import type { ProviderKey } from "./model.ts";
import type { AccountDeps } from "./pool.ts";
import { text } from "./text.ts";

const limitMs = 10_000;
const everyMs = 60 * 60_000;

interface Read {
  at: number;
  trigger: string;
  key: string;
  reading: KeyReading;
}

/** The key of the runtime without accounts, and what its provider says of it. */
export function providerKey(
  deps: Pick<AccountDeps, "clock" | "environment" | "runtimes" | "redact">,
  changed: () => void,
) {
  const taker = deps.runtimes.find(({ providerKey }) => providerKey !== undefined);
  const reader = taker?.providerKey;
  let last: Read | null = null;
  /** The last that said something of use. */
  let useful: Read | null = null;
  const key = (): string => deps.environment[reader?.variable ?? ""]?.trim() ?? "";

  function view(): ProviderKey {
    const value = key();
    const present = value !== "";
    const current = (read: Read | null): Read | null => (read?.key === value ? read : null);
    const failed = current(last)?.reading;
    return {
      present,
      provider_badge: reader?.provider ?? "",
      fingerprint: present ? createHash("sha256").update(value).digest("hex").slice(0, 12) : null,
      path: null,
      last_write: null,
      writable: false,
      deletable: false,
      write_reason: present ? text.keyFromEnvironment : text.keyMissing,
      missing_permissions: [],
      usage: usageView(current(useful)),
      probe_error: failed && failed.kind !== "honored" ? deps.redact(failed.message) : null,
      refused: failed?.kind === "refused",
    };
  }

  async function read(trigger: string): Promise<boolean | null> {
    const value = key();
    if (value === "" || reader === undefined) return null;
    const reading = await reader.read(value, AbortSignal.timeout(limitMs));
    last = { at: deps.clock.now(), trigger, key: value, reading };
    if (reading.kind === "honored") useful = last;
    changed();
    return reading.kind === "honored";
  }

  return {
    view,
    /** The runtime that takes it; null if none does. */
    runtime: taker === undefined ? null : { id: taker.id, label: taker.label },
    /** Null if there is nothing to ask about; else whether the provider said something of use. */
    read,
    async readIfDue(): Promise<void> {
      if (last === null || deps.clock.now() - last.at >= everyMs) await read("sample");
    },
  };
}

function usageView(read: Read | null): ProviderKey["usage"] {
  if (read?.reading.kind !== "honored") return null;
  const { reading, at, trigger } = read;
  return {
    taken_at: instant(at),
    trigger,
    label: reading.label,
    limit: reading.limit,
    remaining: reading.remaining,
    resets: reading.resets,
    used: reading.used,
    used_today: reading.usedToday,
    used_this_week: reading.usedThisWeek,
    used_this_month: reading.usedThisMonth,
    free_tier: reading.freeTier,
  };
}
