import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

export interface InterruptibleProxy extends AsyncDisposable {
  /** The URL through which the service is reached. */
  url: string;
  /** Ends every connection and accepts no new ones. */
  cut(): void;
  restore(): void;
}

/** A proxy to the service that can fail like a network while the service continues to run. */
export async function interruptibleProxy(serviceUrl: string): Promise<InterruptibleProxy> {
  const { hostname, port } = new URL(serviceUrl);
  const open = new Set<Socket>();
  let isCut = false;
  const hold = (socket: Socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    // A connection that was cut ends with an error on the other side.
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
