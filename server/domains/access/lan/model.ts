import { z } from "zod";
import { operation } from "../../../http/model.ts";

/** A certificate as a person compares it: SHA-256 in capitals, in groups of four. */
export const fingerprints = z.object({
  /** Of the whole certificate, which is made anew when the machine's addresses change. */
  certificate: z.string(),
  /** Of its public key, which stays. */
  public_key: z.string(),
});
export type Fingerprints = z.infer<typeof fingerprints>;

export const lanState = z.object({
  /** What the owner chose; closed until then. */
  open: z.boolean(),
  /** Whether it is reached right now. */
  listening: z.boolean(),
  /** Why it is not although it is open. */
  problem: z.string().nullable(),
  /** Where other devices reach it, such as https://192.168.1.20:3443, the likeliest first. */
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
    summary: "Whether devices of the local network reach the service, and how they know it is the right one",
    callers: ["board"],
    response: z.object({ lan: lanState }),
  }),
  setLan: operation({
    id: "setLan",
    method: "put",
    path: "/lan",
    summary: "Open the service to the local network, or close it; at once, and over restarts",
    callers: ["board"],
    body: z.object({ open: z.boolean() }),
    response: z.object({ lan: lanState }),
  }),
} as const;
