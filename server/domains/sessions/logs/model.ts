import { z } from "zod";
import { noContent, operation, pageQuery, pagination } from "../../../http/model.ts";

/** The newest so many lines of a session are kept; a caller may add as many as it likes. */
export const logLinesKept = 5_000;

export const logLevel = z.enum(["info", "error", "debug", "warning", "verbose"]);
export type LogLevel = z.infer<typeof logLevel>;

export const sessionLog = z
  .object({
    id: z.number().int(),
    session_id: z.number().int(),
    content: z.string(),
    level: logLevel,
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: "SessionLog" });
export type SessionLog = z.infer<typeof sessionLog>;

const sessionRef = z.object({ session_id: z.string().min(1).max(300) });
const logRef = sessionRef.extend({ id: z.string().regex(/^\d{1,15}$/) });
const one = z.object({ log: sessionLog });
const content = z
  .string()
  .max(100_000)
  .refine((value) => value.trim() !== "", "Content is required");

export const sessionLogOperations = {
  listLogs: operation({
    id: "listLogs",
    method: "get",
    path: "/sessions/{session_id}/logs",
    source: "E36",
    summary: "Log lines of a session, newest first",
    callers: ["api", "native"],
    params: sessionRef,
    query: z.object({ level: z.string().optional(), exclude_level: z.string().optional(), ...pageQuery }),
    response: z.object({ logs: z.array(sessionLog), pagination }),
    errors: [404],
  }),
  getLog: operation({
    id: "getLog",
    method: "get",
    path: "/sessions/{session_id}/logs/{id}",
    source: "E37",
    summary: "One log line",
    callers: ["api", "native"],
    params: logRef,
    response: one,
    errors: [404],
  }),
  createLog: operation({
    id: "createLog",
    method: "post",
    path: "/sessions/{session_id}/logs",
    source: "E38",
    summary: "Add a log line",
    callers: ["api"],
    params: sessionRef,
    body: z.object({ content, level: logLevel }),
    response: one,
    status: 201,
    errors: [404],
  }),
  updateLog: operation({
    id: "updateLog",
    method: "patch",
    path: "/sessions/{session_id}/logs/{id}",
    source: "E39",
    summary: "Change a log line",
    callers: ["api"],
    params: logRef,
    body: z.object({ content: content.optional(), level: logLevel.optional() }),
    response: one,
    errors: [404],
  }),
  deleteLog: operation({
    id: "deleteLog",
    method: "delete",
    path: "/sessions/{session_id}/logs/{id}",
    source: "E40",
    summary: "Remove a log line",
    callers: ["api"],
    params: logRef,
    response: noContent,
    status: 204,
    errors: [404],
  }),
} as const;
