import type { SecretStore } from "./index.ts";

export type GivenSecret = ReturnType<typeof givenSecret>;

/** A secret of the owner for another service. The environment's comes before the one that was given on the board. */
export function givenSecret({
  secrets,
  entry,
  variable,
  configured,
}: {
  secrets: Pick<SecretStore, "exists" | "read" | "write" | "remove">;
  /** Its name in the store. */
  entry: string;
  /** What the redactor calls it. */
  variable: string;
  configured: string | null;
}) {
  /** Undefined until it is read from its file, once. */
  let stored: string | null | undefined;
  const listeners: (() => void)[] = [];

  function own(): string | null {
    if (stored === undefined) stored = secrets.exists() ? secrets.read(entry) : null;
    return stored;
  }

  function changed(value: string | null): void {
    stored = value;
    for (const listener of listeners) listener();
  }

  return {
    current: (): string | null => configured ?? own(),
    source(): "environment" | "board" | null {
      if (configured !== null) return "environment";
      return own() === null ? null : "board";
    },
    write(value: string): void {
      secrets.write(entry, value);
      changed(value);
    },
    remove(): void {
      if (own() !== null) secrets.remove(entry);
      changed(null);
    },
    onChange: (listener: () => void): void => void listeners.push(listener),
    /** For the redactor. */
    secretValues(): { name: string; value: string }[] {
      const value = own();
      return value === null ? [] : [{ name: variable, value }];
    },
  };
}
