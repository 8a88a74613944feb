import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { promptText } from "../../sessions/sessions/model.ts";
import { attachment } from "../../turns/turns/model.ts";

export const words = promptText.refine((value) => value.trim() !== "", "The prompt is blank");

/** What is too long is cut and what is unknown dropped (R104), because an extension sends what its page has. */
export const quickStart = z.object({
  prompt: words,
  page_url: z.string().nullish(),
  page_title: z.string().nullish(),
  page_context: z.string().nullish(),
  /** What the person pointed at; ignored unless it is an object. */
  pin: z.unknown().optional(),
  agent_runtime: z.string().max(100).nullish(),
  model: z.string().max(200).nullish(),
  /** `spot`: at the top of the spot queue. Any other value is ignored (R107). */
  scheduling_class: z.unknown().optional(),
  parent_session_id: z.number().int().positive().nullish(),
  attachments: z.array(attachment).max(20, "At most 20 attachments").nullish(),
});
export type QuickStart = z.output<typeof quickStart>;

export const quickRouter = z
  .object({
    /** Name of the agent root of quick starts. */
    root: z.string(),
    /** Whether it is in the catalog; if not, quick starts are refused. */
    in_catalog: z.boolean(),
  })
  .meta({ id: "QuickRouter" });
export type QuickRouter = z.infer<typeof quickRouter>;

export const quickStartOperations = {
  getQuickRouter: operation({
    id: "getQuickRouter",
    method: "get",
    path: "/quick_router",
    summary: "Get the agent root of quick starts, and whether the catalog has it",
    callers: ["board"],
    response: quickRouter,
  }),
  quickRouter: operation({
    id: "quickRouter",
    method: "post",
    path: "/quick_router",
    source: "E66",
    summary: "Start a session from a person's words and the page they are viewing",
    callers: ["quick_router", "native"],
    body: quickStart,
    bodyLimit: 110 * 1024 * 1024,
    response: z.object({
      session_id: z.number().int(),
      /** Omitted if the service's public address is not configured. */
      session_url: z.string().optional(),
    }),
    status: 201,
    errors: [413, 429],
  }),
} as const;
