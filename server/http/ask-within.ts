import type { RequestListener } from "node:http";
import { duplexPair } from "node:stream";
import { text } from "node:stream/consumers";

/**
 * Sends a request to a handler of this process like another program, over a connection inside the process, without a port.
 * The request passes all checks as usual.
 */
export async function askWithin(
  handler: RequestListener,
  address: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body: string },
): Promise<Response> {
  const { createServer, request } = process.getBuiltinModule("node:http");
  const [near, far] = duplexPair();
  createServer(handler).emit("connection", far);
  const { host, pathname, search } = new URL(address);
  try {
    return await new Promise((resolve, reject) => {
      const asked = request({
        method,
        path: pathname + search,
        headers: { ...headers, host, "content-length": Buffer.byteLength(body), connection: "close" },
        createConnection: () => near,
      });
      asked.on("error", reject);
      asked.on("response", (answer) => {
        const status = answer.statusCode ?? 0;
        const type = answer.headers["content-type"] ?? "";
        text(answer).then(
          (said) => resolve(new Response(said, { status, headers: { "content-type": type } })),
          reject,
        );
      });
      asked.end(body);
    });
  } finally {
    near.destroy();
    far.destroy();
  }
}
