import { operation, zipFile } from "../../../http/model.ts";

export const diagnosticOperations = {
  downloadDiagnostics: operation({
    id: "downloadDiagnostics",
    method: "get",
    path: "/diagnostics",
    summary: "An archive for a bug report: versions, settings, log, health and database, without secrets",
    callers: ["board"],
    response: zipFile,
  }),
} as const;
