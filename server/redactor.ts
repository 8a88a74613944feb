import type { Clock } from "./lib/clock.ts";
import { createRedactor, type KnownSecret, type Redactor } from "./lib/redaction/index.ts";

const refreshMs = 60_000;
const secretName = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)S?$/i;

/** Values of the environment whose name says that they are secret; lists are taken apart. */
export function environmentSecrets(environment: Readonly<Record<string, string | undefined>>): KnownSecret[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && secretName.test(name)
      ? value.split(",").map((part) => ({ name, value: part.trim() }))
      : [],
  );
}

export interface LiveRedactor extends Redactor {
  /** The known secrets changed: they are read again before the next text. */
  lookAgain(): void;
}

/** A redactor that knows every secret value the service itself knows, read again at most once a minute. */
export function liveRedactor(deps: { clock: Clock; secrets(): readonly KnownSecret[] }): LiveRedactor {
  let builtAt = Number.NEGATIVE_INFINITY;
  let known = "";
  let redactor: Redactor = createRedactor();

  function current(): Redactor {
    const now = deps.clock.now();
    // A clock that was set back must not stop the looking.
    if (now >= builtAt && now - builtAt < refreshMs) return redactor;
    builtAt = now;
    const secrets = deps.secrets();
    const key = JSON.stringify(secrets);
    if (key !== known) redactor = createRedactor({ known: secrets });
    known = key;
    return redactor;
  }

  return {
    redact: (text) => current().redact(text),
    lookAgain() {
      builtAt = Number.NEGATIVE_INFINITY;
    },
  };
}

/**
 * For a text that is still being written: its last word is kept back, as it may become a secret. The look back
 * begins each word once; without it a long word costs its length squared.
 */
export const redactUnfinished = (redactor: Redactor, text: string): string =>
  redactor.redact(text.replace(/(?<![\w+/=.~-])[\w+/=.~-]+$/, ""));
