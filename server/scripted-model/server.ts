import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { faultCounts } from "./fault-counts.ts";
import type { Scenario } from "./plan.ts";
import { type RecordedRequest, requestRecord } from "./recorded-requests.ts";
import { serve } from "./routes.ts";

export interface ScriptedModel {
  /** `http://127.0.0.1:PORT`, without a path. */
  url: string;
  /** The last 500 requests, oldest first. */
  requests(): readonly RecordedRequest[];
  /** Ends every open connection. Closing twice is harmless. */
  close(): Promise<void>;
}

/**
 * A model that answers from scripts, on loopback only. `port` 0, the default, takes any free port.
 * Rejects if the port is in use.
 */
export async function startScriptedModel(
  options: { port?: number; scenarios?: readonly Scenario[] } = {},
): Promise<ScriptedModel> {
  const record = requestRecord();
  const context = { record, faults: faultCounts(), scenarios: options.scenarios ?? [] };
  const { createServer } = process.getBuiltinModule("node:http");
  const server = createServer((request, response) => void serve(context, request, response));
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests: record.list,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
