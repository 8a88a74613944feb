import type { Clock } from "./lib/clock.ts";
import { createRedactor, type KnownSecret, type Redactor } from "./lib/redaction/index.ts";

const refreshMs = 60_000;
const secretName = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)S?$/i;

/** Environment values whose names say that they are secret; lists are split. */
export function environmentSecrets(environment: Readonly<Record<string, string | undefined>>): KnownSecret[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && secretName.test(name)
      ? value.split(",").map((part) => ({ name, value: part.trim() }))
      : [],
  );
}

export interface RefreshingRedactor extends Redactor {
  /** Reads the secrets again before the next text. */
  invalidate(): void;
  /** The secrets it looks for, for a redactor on another thread. */
  known(): readonly KnownSecret[];
}

/** A redactor for every secret value that the service itself knows, read again at most once a minute. */
export function refreshingRedactor(deps: {
  clock: Clock;
  secrets(): readonly KnownSecret[];
}): RefreshingRedactor {
  let builtAt = Number.NEGATIVE_INFINITY;
  let known = "";
  let secrets: readonly KnownSecret[] = [];
  let redactor: Redactor = createRedactor();

  function current(): Redactor {
    const now = deps.clock.now();
    // A clock that was set back must not stop the refresh.
    if (now >= builtAt && now - builtAt < refreshMs) return redactor;
    builtAt = now;
    secrets = deps.secrets();
    const key = JSON.stringify(secrets);
    if (key !== known) redactor = createRedactor({ known: secrets });
    known = key;
    return redactor;
  }

  return {
    redact: (text) => current().redact(text),
    known() {
      current();
      return secrets;
    },
    invalidate() {
      builtAt = Number.NEGATIVE_INFINITY;
    },
  };
}

/**
 * For a text that is still being written: leaves out its last word, which may become a secret. The lookbehind makes
 * each word start once; without it a long word takes quadratic time.
 */
export const redactUnfinished = (redactor: Redactor, text: string): string =>
  redactor.redact(text.replace(/(?<![\w+/=.~-])[\w+/=.~-]+$/, ""));
