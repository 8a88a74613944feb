import {
  type Confirmation,
  confirmationOperations,
} from "../../../server/domains/owner/confirmations/model.ts";
import { ApiError } from "../../lib/api-error.ts";
import { callApi } from "../../lib/client.ts";

const retryAfterMs = 2_000;

/** Resolves once the confirmation is settled. The service answers at that moment, so nothing is asked repeatedly. */
export async function settled(id: string, signal: AbortSignal): Promise<Confirmation["state"]> {
  for (;;) {
    const state = await stateOf(id, signal);
    if (state !== "waiting") return state;
    signal.throwIfAborted();
  }
}

async function stateOf(id: string, signal: AbortSignal): Promise<Confirmation["state"]> {
  try {
    const { confirmation } = await callApi(
      confirmationOperations.awaitConfirmation,
      { params: { id } },
      { signal },
    );
    return confirmation.state;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return "expired";
    signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    return "waiting";
  }
}

/** The service forgets it by itself if this fails. */
export const withdraw = (id: string): Promise<void> =>
  callApi(confirmationOperations.withdrawConfirmation, { params: { id } }).catch(() => undefined);
