import { z } from "zod/mini";
import { create } from "zustand";
import {
  type Confirmation,
  confirmationHeader,
  confirmationRequired,
} from "../../server/domains/owner/confirmations/model.ts";
import { ApiError } from "./api-error.ts";
import { text } from "./text.ts";

const confirmation: z.ZodMiniType<Confirmation> = z.object({
  id: z.string(),
  act: z.string(),
  words: z.string(),
  state: z.enum(["waiting", "confirmed", "denied", "expired"]),
  confirm_in: z.enum(["app", "terminal"]),
  command: z.nullable(z.string()),
  expires_at: z.string(),
});

/** How a person answered; `again` asks the service for a new confirmation. */
export type ConfirmationOutcome = "confirmed" | "denied" | "expired" | "canceled" | "again";

/** A request that waits for a person outside the page. */
export interface WaitingRequest {
  confirmation: Confirmation;
  /** Gets the focus once it is settled: what had it when the request was sent, or the dialog around that. */
  returnFocus(): HTMLElement | null;
  settle(outcome: ConfirmationOutcome): void;
}

/** The requests that wait, oldest first. The dialog shows the first one. */
export const useConfirmations = create<{ waiting: readonly WaitingRequest[] }>()(() => ({ waiting: [] }));

export const isConfirming = (): boolean => useConfirmations.getState().waiting.length > 0;

/** The confirmation that a refused request needs, or null if it was refused for another reason. */
export function neededConfirmation(status: number, body: unknown): Confirmation | null {
  const refusal = (body ?? {}) as Record<string, unknown>;
  if (status !== 409 || refusal["error"] !== confirmationRequired) return null;
  return confirmation.safeParse(refusal["confirmation"]).data ?? null;
}

/** Remembers where the focus is now. A busy button loses it, and cannot get it back before the request is over. */
export function rememberFocus(): WaitingRequest["returnFocus"] {
  const focused = globalThis.document?.activeElement;
  if (!focused || !(focused instanceof HTMLElement)) return () => null;
  const dialog = focused.closest<HTMLElement>("[role=dialog], [role=alertdialog]");
  const canFocus = (): boolean => focused.isConnected && !focused.matches(":disabled");
  return () => (canFocus() ? focused : dialog);
}

/** Resolves with the headers to repeat the request with. Throws `ApiError` if the person did not confirm it. */
export async function confirmOutside(
  needed: Confirmation,
  { signal, returnFocus }: Pick<WaitingRequest, "returnFocus"> & { signal?: AbortSignal | undefined },
): Promise<Record<string, string>> {
  const outcome = await new Promise<ConfirmationOutcome>((resolve) => {
    const request: WaitingRequest = {
      confirmation: needed,
      returnFocus,
      settle(outcome) {
        useConfirmations.setState(({ waiting }) => ({ waiting: waiting.filter((one) => one !== request) }));
        resolve(outcome);
      },
    };
    useConfirmations.setState(({ waiting }) => ({ waiting: [...waiting, request] }));
    signal?.addEventListener("abort", () => request.settle("canceled"), { once: true });
  });
  if (outcome === "confirmed") return { [confirmationHeader]: needed.id };
  if (outcome === "again") return {};
  throw new ApiError({
    status: 409,
    error: text.confirmations.failed,
    messages: [text.confirmations.outcomes[outcome]],
  });
}
