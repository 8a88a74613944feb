import { z } from "zod";
import { type InputOf, noContent, type Operation, operation } from "../../../http/model.ts";

/** The header with which the board repeats a request once a person has confirmed it. */
export const confirmationHeader = "signalbox-confirmation";

/** The `error` of the 409 that asks for a confirmation. */
export const confirmationRequired = "confirmation_required";

/** What is known of each act that a person confirms outside the page, for its words. */
export interface ActFacts {
  mint_api_key: { name: string; grant: string };
  restore_api_key: { id: number };
  mint_integration_key: { integrationId: number; name: string };
  raise_connection: { id: number };
  open_network: object;
  pair_device: { privilege: string };
  trust_repository: { gitRoot: string };
  read_foreign_repository: { gitRoot: string };
  restore_backup: { name: string };
  loosen_repository_sandbox: {
    git_root: string;
    sandbox: string | null;
    sandbox_read: string[];
    sandbox_write: string[];
    sandbox_grants: string[] | null;
  };
  loosen_trigger_sandbox: { trigger: string; sandbox: string | null };
  loosen_session_sandbox: { session: string; sandbox: string | null };
}
/** `approve_connection`: on the consent page, which is no operation. */
export type Act = keyof ActFacts | "approve_connection";

export const confirmation = z
  .object({
    id: z.string(),
    act: z.string(),
    /** What will happen, as one line such as: Create the API key “laptop”. */
    words: z.string(),
    /** `denied` and `expired` are final; a confirmed request is still to be repeated. */
    state: z.enum(["waiting", "confirmed", "denied", "expired"]),
    /** Where a person confirms it: in a dialog of the desktop app, or with the command on a terminal. */
    confirm_in: z.enum(["app", "terminal"]),
    /** Null in the app, whose machine may not have the command. */
    command: z.string().nullable(),
    expires_at: z.string(),
  })
  .meta({ id: "Confirmation" });
export type Confirmation = z.infer<typeof confirmation>;

/**
 * Declares that a person confirms the operation outside the page when the board asks for it. `facts` returns what the
 * words need, or null for a request that widens nothing.
 */
export const confirmed = <O extends Operation, A extends keyof ActFacts>(
  declaration: O,
  act: A,
  facts: (input: InputOf<O>) => ActFacts[A] | null,
): O => ({ ...declaration, confirm: { act, facts: (input: unknown) => facts(input as InputOf<O>) } });

const ref = z.object({ id: z.string().max(64) });

export const confirmationOperations = {
  awaitConfirmation: operation({
    id: "awaitConfirmation",
    method: "get",
    path: "/confirmations/{id}",
    summary: "Wait until a confirmation that this browser asked for is settled, for up to 25 seconds",
    callers: ["board"],
    params: ref,
    response: z.object({ confirmation }),
    errors: [404],
  }),
  withdrawConfirmation: operation({
    id: "withdrawConfirmation",
    method: "delete",
    path: "/confirmations/{id}",
    summary: "Withdraw a confirmation that this browser asked for",
    callers: ["board"],
    params: ref,
    response: noContent,
    status: 204,
    errors: [404],
  }),
} as const;
