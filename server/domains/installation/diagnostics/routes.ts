import { Encoded, type Endpoint, endpoints } from "../../../http/mount.ts";
import { diagnosticOperations } from "./model.ts";
import { type DiagnosticsService, diagnosticsName } from "./service.ts";

export const diagnosticRoutes = (diagnostics: DiagnosticsService): Endpoint[] =>
  endpoints(diagnosticOperations, {
    async downloadDiagnostics(_input, { response }) {
      const archive = await diagnostics.build();
      response.setHeader("content-disposition", `attachment; filename="signalbox-${diagnosticsName}"`);
      return new Encoded([archive], "application/zip");
    },
  });
