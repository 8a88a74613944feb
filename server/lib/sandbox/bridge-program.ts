/** What the bridge is started with. Paths of sockets are relative to its working folder, because a socket's path is short. */
export interface BridgeTask {
  ways: readonly { host: string; port: number; socket: string }[];
  /** Addresses of this machine, which the network must not lead to. */
  unreachable: readonly string[];
  /** The path of `ip`. */
  ip: string;
}

/**
 * Runs in a process of its own, in the network of a sandbox but outside of it: listens there on the addresses that the
 * sandbox may reach, and leads each connection to a socket of the service. Only its text is passed on, so it uses nothing
 * of this module. It ends with its stdin, without the milliseconds that an orderly exit takes.
 */
export function bridgeProgram({ ways, unreachable, ip }: BridgeTask): void {
  const { connect, createServer } = process.getBuiltinModule("node:net");
  const { execFile } = process.getBuiltinModule("node:child_process");
  process.stdin.resume().once("end", () => process.kill(process.pid, "SIGKILL"));
  const routed = new Promise<void>((resolve, reject) => {
    const command = execFile(ip, ["-batch", "-"], (error, _stdout, stderr) =>
      error ? reject(new Error(`ip route: ${stderr || error.message}`)) : resolve(),
    );
    command.stdin?.on("error", reject);
    command.stdin?.end(unreachable.map((address) => `route add unreachable ${address}\n`).join(""));
  });
  const listening = ways.map(
    ({ host, port, socket }) =>
      new Promise<void>((resolve) => {
        const server = createServer({ allowHalfOpen: true }, (client) => {
          const service = connect({ path: socket, allowHalfOpen: true });
          client.on("error", () => service.destroy()).on("close", () => service.destroy());
          service.on("error", () => client.destroy()).on("close", () => client.destroy());
          client.pipe(service).pipe(client);
        });
        server.listen(port, host, resolve);
      }),
  );
  void Promise.all([routed, ...listening]).then(() => process.stdout.write("ready\n"));
}
