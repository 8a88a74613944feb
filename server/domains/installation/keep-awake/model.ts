import { z } from "zod";
import { operation } from "../../../http/model.ts";

export const awakeState = z.enum([
  /** Turned off. */
  "off",
  /** No agent works, so the machine may sleep. */
  "idle",
  /** Agents work, and the machine stays awake. */
  "awake",
  /** Agents work, but the battery is nearly empty. */
  "low_battery",
  /** Agents work, and nothing here can keep the machine awake. */
  "unavailable",
]);
export type AwakeState = z.infer<typeof awakeState>;

export const keepAwake = z
  .object({
    enabled: z.boolean(),
    state: awakeState,
    /** Why it is unavailable; null in every other state. */
    reason: z.string().nullable(),
  })
  .meta({ id: "KeepAwake" });
export type KeepAwake = z.infer<typeof keepAwake>;

export const keepAwakeOperations = {
  getKeepAwake: operation({
    id: "getKeepAwake",
    method: "get",
    path: "/keep_awake",
    callers: ["board"],
    summary: "Whether the machine is kept awake while agents work, and whether it is now",
    response: keepAwake,
  }),
  setKeepAwake: operation({
    id: "setKeepAwake",
    method: "put",
    path: "/keep_awake",
    callers: ["board"],
    summary: "Keep the machine awake while agents work, or let it sleep",
    body: z.strictObject({ enabled: z.boolean() }),
    response: keepAwake,
  }),
} as const;
