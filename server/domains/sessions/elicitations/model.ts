import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { isShallow, sessionRef } from "../sessions/model.ts";

const title = z.string().max(500).optional();
const described = { title, description: z.string().max(5_000).optional() };
const count = z.number().int().min(0).optional();
const choice = z.object({ const: z.string(), title });
const choices = { enum: z.array(z.string()).min(1).max(500) };

/** The field types of an MCP form, which is a flat object. Unknown keywords are dropped. */
const field = z.union([
  z.object({ ...described, type: z.literal("boolean"), default: z.boolean().optional() }),
  z.object({
    ...described,
    type: z.enum(["number", "integer"]),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    default: z.number().optional(),
  }),
  z.object({
    ...described,
    ...choices,
    type: z.literal("string"),
    enumNames: z.array(z.string()).optional(),
    default: z.string().optional(),
  }),
  z.object({
    ...described,
    type: z.literal("string"),
    oneOf: z.array(choice).min(1).max(500),
    default: z.string().optional(),
  }),
  z.object({
    ...described,
    type: z.literal("string"),
    format: z.enum(["email", "uri", "date", "date-time"]).optional().catch(undefined),
    minLength: count,
    maxLength: count,
    default: z.string().optional(),
  }),
  z.object({
    ...described,
    type: z.literal("array"),
    items: z.union([z.object(choices), z.object({ anyOf: z.array(choice).min(1).max(500) })]),
    minItems: count,
    maxItems: count,
    default: z.array(z.string()).optional(),
  }),
]);
export type FormField = z.infer<typeof field>;

export const requestedSchema = z.object({
  type: z.literal("object").default("object"),
  properties: z.record(z.string().max(200), field).default({}),
  required: z.array(z.string().max(200)).default([]),
});
export type RequestedSchema = z.infer<typeof requestedSchema>;

/** The fields of an answer, by name. */
export const formContent = z.record(z.string(), z.unknown());
export type FormContent = z.infer<typeof formContent>;

const requestIdKey = "com.pulsemcp/request-id";

/** The request of an MCP server. Message and request id are optional here so that the refusal can name them. */
export const newElicitation = z.object({
  mode: z.literal("form", "Only mode form is supported").nullish(),
  message: z.string().max(20_000).nullish(),
  requestedSchema: requestedSchema.nullish(),
  _meta: z
    .object({
      [requestIdKey]: z.string().trim().max(200).nullish(),
      "com.pulsemcp/expires-at": z.iso.datetime({ offset: true }).nullish(),
      "com.pulsemcp/tool-name": z.string().max(500).nullish(),
      "com.pulsemcp/context": z
        .unknown()
        .refine((value) => isShallow(value), "Nested too deeply")
        .optional(),
    })
    .nullish(),
});
export type NewElicitation = z.infer<typeof newElicitation>;

export const answerAction = z.enum(["accept", "decline", "cancel"]);
export type AnswerAction = z.infer<typeof answerAction>;

/** The result an MCP server polls for: `pending` until resolved; `content` only with `accept`. */
const outcome = z
  .object({
    action: z.enum(["pending", ...answerAction.options, "expired"]),
    content: formContent.nullable(),
    _meta: z.object({ [requestIdKey]: z.string(), "com.pulsemcp/responded-at": z.string().optional() }),
  })
  .meta({ id: "ElicitationOutcome" });
export type ElicitationOutcome = z.infer<typeof outcome>;

/** An open elicitation. */
export const elicitation = z
  .object({
    id: z.number().int(),
    request_id: z.string(),
    session_id: z.number().int(),
    mode: z.string(),
    message: z.string(),
    requested_schema: requestedSchema,
    tool_name: z.string().nullable(),
    context: z.unknown(),
    status: z.literal("pending"),
    expires_at: z.string(),
    created_at: z.string(),
  })
  .meta({ id: "Elicitation" });
export type Elicitation = z.infer<typeof elicitation>;

/** A question that was answered, declined or dismissed, or that nobody answered in time. */
const closedElicitation = z
  .object({
    id: z.number().int(),
    message: z.string(),
    action: z.enum([...answerAction.options, "expired"]),
    content: formContent.nullable(),
    closed_at: z.string(),
  })
  .meta({ id: "ClosedElicitation" });
export type ClosedElicitation = z.infer<typeof closedElicitation>;

const tokenRef = z.object({ token: z.string().min(1).max(200) });
const requestId = z.string().min(1).max(200);

export const elicitationOperations = {
  listElicitations: operation({
    id: "listElicitations",
    method: "get",
    path: "/sessions/{id}/elicitations",
    source: "E54",
    summary: "List questions waiting for an answer, oldest first",
    callers: ["api", "native"],
    params: sessionRef,
    response: z.object({
      elicitations: z.array(elicitation),
      /** The newest of them, oldest first. */
      closed: z.array(closedElicitation),
    }),
    errors: [404],
  }),
  respondToElicitation: operation({
    id: "respondToElicitation",
    method: "patch",
    path: "/elicitations/{id}/respond",
    source: "E143",
    summary: "Answer a question by its request id or its number",
    callers: ["human"],
    params: z.object({ id: requestId }),
    body: z.object({ action_type: answerAction, content: formContent.nullish() }),
    response: outcome,
    errors: [403, 404],
  }),
  askElicitation: operation({
    id: "askElicitation",
    method: "post",
    path: "/elicitations/session/{token}",
    source: "E144",
    summary:
      "Ask the person a question as an MCP server of the session; the token in the path is the credential",
    callers: ["anyone"],
    params: tokenRef,
    body: newElicitation,
    bodyLimit: 256 * 1024,
    response: z.object({
      requestId: z.string(),
      action: z.literal("pending"),
      _meta: z.object({ [requestIdKey]: z.string(), "com.pulsemcp/poll-url": z.string() }),
    }),
    status: 201,
    errors: [404],
  }),
  pollElicitation: operation({
    id: "pollElicitation",
    method: "get",
    path: "/elicitations/session/{token}/{request_id}",
    source: "E145",
    summary: "Get the answer to a question asked with this token, or pending",
    callers: ["anyone"],
    params: tokenRef.extend({ request_id: requestId }),
    response: outcome,
    errors: [404],
  }),
} as const;
