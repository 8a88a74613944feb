import { once } from "node:events";
import { connect } from "node:net";

export interface PlainClient extends Disposable {
  /** The body of the answer to a GET; rejects if the status is not 200. */
  get(path: string, headers: Readonly<Record<string, string>>): Promise<string>;
}

/**
 * One connection that stays open, for one request at a time. It is minimal: with cold processor caches, `fetch` alone takes
 * two milliseconds, which would count as the service's.
 */
export async function plainClient(url: string): Promise<PlainClient> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname).setNoDelay().setEncoding("latin1");
  await once(socket, "connect");
  let received = "";
  /** Characters of the head, and of the whole answer once its head is there. */
  let expected: { head: number; whole: number } | null = null;
  let waiting: PromiseWithResolvers<string> | undefined;
  const fail = (error: Error): void => waiting?.reject(error);

  socket.on("data", (text: string) => {
    received += text;
    // Found once: to search the text again with each part of a long answer would count as the service's time.
    expected ??= lengthsIn(received);
    if (expected === null || received.length < expected.whole) return;
    const head = received.slice(0, expected.head);
    const body = Buffer.from(received.slice(expected.head), "latin1").toString("utf8");
    received = "";
    expected = null;
    if (head.startsWith("HTTP/1.1 200 ")) waiting?.resolve(body);
    else fail(new Error(`${head.split("\r\n", 1)[0]}: ${body.slice(0, 500)}`));
  });
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("The connection was closed")));

  return {
    get(path, headers) {
      const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
      waiting = Promise.withResolvers();
      socket.write(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
      return waiting.promise;
    },
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

/** Null while the head is not there. An answer that does not name its length ends with its head. */
function lengthsIn(received: string): { head: number; whole: number } | null {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const head = end + 4;
  return { head, whole: head + Number(/^content-length: (\d+)/im.exec(received.slice(0, end))?.[1] ?? 0) };
}
