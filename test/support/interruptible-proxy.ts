import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

export interface InterruptibleProxy extends AsyncDisposable {
  /** Leads to the service. */
  url: string;
  /** Ends every connection and takes no new one. */
  cut(): void;
  restore(): void;
}

/** A way to the service that can fail as a network does, while the service goes on. */
export async function interruptibleProxy(serviceUrl: string): Promise<InterruptibleProxy> {
  const { hostname, port } = new URL(serviceUrl);
  const open = new Set<Socket>();
  let isCut = false;
  const hold = (socket: Socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    // A connection that was cut ends with an error at the other end.
    socket.on("error", () => socket.destroy());
  };
  const server = createServer((near) => {
    if (isCut) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(Number(port), hostname);
    hold(near);
    hold(far);
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    isCut = true;
    for (const socket of open) socket.resetAndDestroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    restore: () => {
      isCut = false;
    },
    async [Symbol.asyncDispose]() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
