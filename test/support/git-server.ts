import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { makeGitRepository } from "./repository.ts";

export interface GitServer extends AsyncDisposable {
  url: string;
  /** How many bytes of answers it has sent, and lets it send this many in all. */
  sent(): number;
  allow(bytes: number): void;
}

/** A repository of about a megabyte that does not compress, so that its pack arrives in many pieces. */
export function makeLargeRepository(folder: string): Promise<string> {
  const files = Array.from({ length: 40 }, (_, n) => [`file-${n}.txt`, randomBytes(12_000).toString("hex")]);
  return makeGitRepository(folder, Object.fromEntries(files));
}

/** A real git server on this machine, by git's own protocol or HTTP, that sends no more than a test allows. */
export async function startGitServer(
  protocol: "git" | "http",
  repository: string,
  limit = 0,
): Promise<GitServer> {
  const flow = meter(limit);
  const programs = new Set<ChildProcessWithoutNullStreams>();
  const start = (args: string[], env: Record<string, string>) => {
    const program = spawn("git", args, { env: { PATH: process.env["PATH"], HOME: repository, ...env } });
    program.stdin.on("error", () => {});
    program.once("exit", () => programs.delete(program));
    programs.add(program);
    return program;
  };
  const server =
    protocol === "git"
      ? createServer((socket) => void answerGit(socket, start(["upload-pack", repository], version2), flow))
      : createHttpServer((request, response) => {
          answerHttp(request, response, { flow, program: start(["http-backend"], cgi(request, repository)) });
        });
  const end = await listen(server);
  const { port } = server.address() as AddressInfo;
  return {
    url: `${protocol}://127.0.0.1:${port}/repository`,
    sent: flow.sent,
    allow: flow.allow,
    async [Symbol.asyncDispose]() {
      for (const program of programs) program.kill("SIGKILL");
      await end();
    },
  };
}

const version2 = { GIT_PROTOCOL: "version=2" };

/** Passes bytes on until so many have passed. */
function meter(limit: number) {
  let allowed = limit;
  let passed = 0;
  let more = Promise.withResolvers<void>();
  return {
    sent: () => passed,
    allow(bytes: number): void {
      allowed = bytes;
      more.resolve();
      more = Promise.withResolvers<void>();
    },
    async *of(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of source) {
        for (let rest = chunk; rest.length > 0; ) {
          while (passed >= allowed) await more.promise;
          const piece = rest.subarray(0, allowed - passed);
          passed += piece.length;
          rest = rest.subarray(piece.length);
          yield piece;
        }
      }
    },
  };
}

type Flow = ReturnType<typeof meter>;

async function answerGit(socket: Socket, program: ChildProcessWithoutNullStreams, flow: Flow): Promise<void> {
  socket.on("error", () => socket.destroy());
  const first = await once(socket, "data").catch(() => null);
  if (first === null) return;
  const chunk = first[0] as Buffer;
  // "git-upload-pack <path>" comes first, in a line that begins with its own length.
  program.stdin.write(chunk.subarray(Number.parseInt(chunk.toString("latin1", 0, 4), 16)));
  socket.pipe(program.stdin);
  for await (const piece of flow.of(program.stdout)) if (!socket.destroyed) socket.write(piece);
  socket.end();
}

const cgi = (request: IncomingMessage, repository: string): Record<string, string> => {
  const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
  return {
    ...version2,
    GIT_HTTP_EXPORT_ALL: "1",
    PATH_TRANSLATED: `${repository}/.git${pathname.replace(/^.*?(?=\/(?:info\/refs|git-upload-pack)$)/, "")}`,
    REQUEST_METHOD: request.method ?? "GET",
    QUERY_STRING: search.slice(1),
    CONTENT_TYPE: request.headers["content-type"] ?? "",
    CONTENT_LENGTH: request.headers["content-length"] ?? "",
    HTTP_CONTENT_ENCODING: String(request.headers["content-encoding"] ?? ""),
  };
};

function answerHttp(
  request: IncomingMessage,
  response: ServerResponse,
  { flow, program }: { flow: Flow; program: ChildProcessWithoutNullStreams },
): void {
  request.pipe(program.stdin);
  void (async () => {
    let head: Buffer | null = Buffer.alloc(0);
    for await (const piece of flow.of(program.stdout)) {
      if (head === null) {
        response.write(piece);
        continue;
      }
      head = Buffer.concat([head, piece]);
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) continue;
      for (const line of head.toString("latin1", 0, end).split("\r\n")) {
        const [name = "", value = ""] = line.split(": ");
        if (name !== "Status") response.setHeader(name, value);
      }
      response.write(head.subarray(end + 4));
      head = null;
    }
    response.end();
  })();
}

async function listen(server: Server): Promise<() => Promise<void>> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
}
