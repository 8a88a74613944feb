import { connect } from "node:net";

export interface RawAnswer {
  /** 0 if the connection was closed without an answer. */
  status: number;
  head: string;
  body: string;
}

/** Sends exactly these bytes, which a correct client would not send, and reads until the service closes or answers. */
export function rawRequest(url: string, lines: readonly string[], body = ""): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", (error) => (text === "" ? reject(error) : resolve(readAnswer(text))));
    socket.on("close", () => resolve(readAnswer(text)));
    socket.write(`${[...lines, "Connection: close"].join("\r\n")}\r\n\r\n${body}`);
  });
}

function readAnswer(text: string): RawAnswer {
  const end = text.indexOf("\r\n\r\n");
  const head = end < 0 ? text : text.slice(0, end);
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
    head,
    body: end < 0 ? "" : text.slice(end + 4),
  };
}
