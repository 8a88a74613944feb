import { type LiveProvider, ProviderRefusal } from "./ports.ts";

/** Tells of each use of the provider whether it accepted the key. */
export function watchedProvider(
  provider: LiveProvider,
  told: { onKeyRefused(): void; onKeyAccepted(): void },
): LiveProvider {
  function refused(error: unknown): never {
    if (error instanceof ProviderRefusal && error.problem === "key") told.onKeyRefused();
    throw error;
  }

  return {
    ...provider,

    async mint(session) {
      const minted = await provider.mint(session).catch(refused);
      told.onKeyAccepted();
      return minted;
    },

    async *textReply(request) {
      try {
        for await (const event of provider.textReply(request)) {
          told.onKeyAccepted();
          yield event;
        }
      } catch (error) {
        refused(error);
      }
    },
  };
}
