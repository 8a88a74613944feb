import type { Tracing } from "../lib/tracing.ts";
import type { RequestObserver } from "./mount.ts";

/** Makes a span of every request. It has the path of the operation, not the one that was asked for, which names things. */
export const tracedRequests =
  (tracing: Tracing): RequestObserver =>
  ({ id, path }, request, response) => {
    const end = tracing.begin(`${request.method} ${request.baseUrl}${path}`, {
      "http.request.method": request.method,
      "http.route": `${request.baseUrl}${path}`,
      "signalbox.operation": id,
    });
    if (end === null) return;
    response.once("close", () =>
      end({ "http.response.status_code": response.statusCode }, response.statusCode >= 500),
    );
  };
