import { type GivenSecret, givenSecret, type SecretStore } from "../../../lib/secret-store/index.ts";
import type { ProviderKeyState } from "../settings/model.ts";
import { liveRefusal } from "./errors.ts";

/** The key of the provider of live conversations. */
export const providerKey = (of: {
  secrets: Pick<SecretStore, "exists" | "read" | "write" | "remove">;
  configured: string | null;
}): GivenSecret => givenSecret({ ...of, entry: "live.provider_key", variable: "SERVICE_LIVE_PROVIDER_KEY" });

/** Keeps the key that the owner gives on the board. Nothing is asked of the provider: the first use says whether it is valid. */
export function providerKeyService(
  key: Omit<GivenSecret, "onChange" | "secretValues" | "current">,
  changed: () => void,
) {
  function requireOwn(): void {
    if (key.source() === "environment") throw liveRefusal("key_in_environment");
  }
  const state = (): ProviderKeyState => ({ source: key.source() });

  return {
    state,
    set(value: string): ProviderKeyState {
      requireOwn();
      key.write(value);
      changed();
      return state();
    },
    remove(): ProviderKeyState {
      requireOwn();
      key.remove();
      changed();
      return state();
    },
  };
}
