import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { confirmed } from "../../owner/confirmations/model.ts";

/** SHA-256 fingerprints in upper case and groups of four, for people to compare. */
export const fingerprints = z.object({
  /** Of the whole certificate, which is replaced when the machine's addresses change. */
  certificate: z.string(),
  /** Of its public key, which stays the same. */
  public_key: z.string(),
});
export type Fingerprints = z.infer<typeof fingerprints>;

export const lanState = z.object({
  /** The owner's choice; false by default. */
  open: z.boolean(),
  /** Whether the service is listening on the network right now. */
  listening: z.boolean(),
  /** Why it is not listening although it is open. */
  problem: z.string().nullable(),
  /** Origins for other devices, such as https://192.168.1.20:3443, the most likely first. */
  origins: z.array(z.string()),
  fingerprints: fingerprints.nullable(),
  certificate_expires_at: z.string().nullable(),
});
export type LanState = z.infer<typeof lanState>;

export const lanOperations = {
  getLan: operation({
    id: "getLan",
    method: "get",
    path: "/lan",
    summary:
      "Get whether devices on the local network can reach the service, with its addresses and fingerprints",
    callers: ["board"],
    response: z.object({ lan: lanState }),
  }),
  setLan: confirmed(
    operation({
      id: "setLan",
      method: "put",
      path: "/lan",
      summary: "Open the service to the local network or close it, at once and across restarts",
      callers: ["board"],
      body: z.object({ open: z.boolean() }),
      response: z.object({ lan: lanState }),
    }),
    "open_network",
    ({ body }) => (body.open ? {} : null),
  ),
} as const;
