import type { Socket } from "node:net";
import type { Logger } from "../../../lib/logger.ts";
import { mayConnect } from "./rules.ts";

export type OpenConnections = ReturnType<typeof openConnections>;

/** The connections of the listener from their first byte on, also those whose TLS handshake never ends. */
export function openConnections(log: Logger) {
  const addresses = new Map<Socket, string>();
  let isReported = false;

  /** Once, until a connection is accepted again. */
  function report(facts: object): void {
    if (!isReported) log.warn(facts, "[lan] too many connections; further ones are refused");
    isReported = true;
  }

  return {
    reportFull: (): void => report({ open: addresses.size }),

    /** Closes the connection and returns false if its address has too many. */
    admit(socket: Socket): boolean {
      const address = socket.remoteAddress ?? "";
      const ofAddress = [...addresses.values()].filter((one) => one === address).length;
      if (!mayConnect(ofAddress)) {
        report({ address });
        socket.destroy();
        return false;
      }
      isReported = false;
      addresses.set(socket, address);
      socket.once("close", () => addresses.delete(socket));
      return true;
    },

    endAll(): void {
      for (const socket of addresses.keys()) socket.destroy();
    },
  };
}
