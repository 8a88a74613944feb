import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { type Genesis, genesisNames, schedulingClass } from "../../sessions/sessions/model.ts";

/** Where sessions come from that no trigger starts: a trigger's own class decides about all others. */
export const settableGenesis = ["web_ui", "api", "unknown"] as const satisfies readonly Genesis[];

export const genesisOverrides = z.partialRecord(z.enum(settableGenesis), schedulingClass);
export type GenesisOverrides = z.infer<typeof genesisOverrides>;

export const genesisClasses = z
  .object({
    /** What the owner chose. */
    overrides: z.record(z.string(), schedulingClass),
    kinds: z.array(
      z.object({
        genesis: z.enum(genesisNames),
        class: schedulingClass,
        default_class: schedulingClass,
        overridden: z.boolean(),
        settable: z.boolean(),
        /** Sessions that are not archived and chose no class: those that a change moves. */
        live_sessions: z.number().int(),
      }),
    ),
  })
  .meta({ id: "GenesisClasses" });
export type GenesisClasses = z.infer<typeof genesisClasses>;

const answer = z.object({ message: z.string(), genesis_classes: genesisClasses });
export type GenesisAnswer = z.infer<typeof answer>;

export const genesisClassOperations = {
  setGenesisClass: operation({
    id: "setGenesisClass",
    method: "patch",
    path: "/inference/genesis/{genesis}",
    source: "E116",
    summary: "Set the class of every session of one origin that chose none",
    callers: ["human"],
    params: z.object({ genesis: z.string().min(1).max(100) }),
    body: z.object({ priority_class: z.string().nullish() }),
    response: answer,
  }),
  resetGenesisClasses: operation({
    id: "resetGenesisClasses",
    method: "delete",
    path: "/inference/genesis",
    source: "E117",
    summary: "Give every origin its default class again",
    callers: ["human"],
    response: answer,
  }),
} as const;
