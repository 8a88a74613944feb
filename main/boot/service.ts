import { join } from "node:path";
import type { Logger } from "pino";
import type { Service } from "../../server/index.ts";
import type { Host, HostProcess } from "../host.ts";
import type { ShellPaths } from "./paths.ts";
import type { Started } from "./phases.ts";
import { preferredPort, rememberPort } from "./port.ts";
import { powerSaveInhibitor } from "./power-save.ts";
import { anyPortFlag } from "./restart.ts";
import { withLoginShellPath } from "./shell-path.ts";

type Environment = HostProcess["env"];

/** Starts the service in this process. Remembers its port unless the owner configured one. */
export async function startServicePhase(
  host: Host,
  { paths, log }: { paths: ShellPaths; log: Logger },
): Promise<Started<Service>> {
  const env = withFreePort(host.process);
  const portFile = join(paths.userData, "port.json");
  const port = await preferredPort(portFile);
  const inherited = paths.packaged ? await withLoginShellPath({ ...host.process, env }) : env;
  const { startService } = await host.importService(paths.serviceModule);
  const service = await startService({
    environment: serviceEnvironment(inherited, { paths, port }),
    rendererFolder: paths.rendererFolder,
    log,
    isPackagedApp: paths.packaged !== null,
    sleepInhibitor: powerSaveInhibitor(host.electron),
  });
  if (!env["SERVICE_PORT"])
    await rememberPort(portFile, service.url).catch((err) => log.warn({ err }, "The port was not saved"));
  return { value: service, undo: () => service.close() };
}

/** The recovery window's flag overrides the configured port for this start. */
function withFreePort({ env, argv }: HostProcess): Environment {
  return argv.includes(anyPortFlag) ? { ...env, SERVICE_PORT: "0" } : env;
}

/** The owner's settings override our defaults. */
function serviceEnvironment(
  env: Environment,
  { paths, port }: { paths: ShellPaths; port: number },
): Environment {
  const defaults = {
    SERVICE_DATA_DIR: paths.dataFolder,
    SERVICE_PORT: String(port),
    ...(paths.packaged && { SERVICE_PI_PATH: paths.packaged.pi }),
    ...(paths.packaged?.node && { SERVICE_NODE_PATH: paths.packaged.node }),
  };
  const given = Object.entries(env).filter(([, value]) => value !== undefined && value !== "");
  return { ...env, ...defaults, ...Object.fromEntries(given) };
}
