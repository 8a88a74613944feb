import type { SecretStore } from "../../../lib/secret-store/index.ts";

const entry = "chat.bot_token";

export type BotToken = ReturnType<typeof botToken>;

/** The bot token of the chat platform. The environment's comes before the one that the owner gave. */
export function botToken({
  secrets,
  configured,
}: {
  secrets: Pick<SecretStore, "exists" | "read" | "write" | "remove">;
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
      return value === null ? [] : [{ name: "SERVICE_CHAT_BOT_TOKEN", value }];
    },
  };
}
