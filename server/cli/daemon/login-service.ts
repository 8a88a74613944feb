import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { accountHome } from "../../lib/account.ts";
import { Refusal } from "../../lib/errors.ts";
import { exists } from "../../lib/exists.ts";
import { checkSettings } from "../../settings.ts";
import { print } from "../output.ts";
import { usageRefusal } from "../parse-or-refuse.ts";
import { logFileOf, runningOn, stop } from "./background.ts";
import { type LoginService, loginService } from "./login-service-rules.ts";
import { text } from "./text.ts";

const run = promisify(execFile);

/** Variables that the service needs at login too; secrets stay where the owner keeps them. */
const keptVariables =
  /^(?:SERVICE_(?!.*(?:TOKEN|SECRET|KEY|PASSWORD))\w+|PATH|HOME|LANG|SSH_AUTH_SOCK|XDG_\w+)$/;

/** Has the system start the service at login, or no more. */
export async function service([act, ...more]: readonly string[]): Promise<number> {
  const { dataFolder } = await checkSettings(process.env);
  const wanted = await describe(dataFolder);
  switch (more.length > 0 ? undefined : act) {
    case "install":
      return install(wanted, dataFolder);
    case "uninstall":
      return uninstall(wanted);
    case "status": {
      const isThere = await exists(wanted.file);
      print(isThere ? text.service.isInstalled(wanted.file) : text.service.notInstalled);
      return isThere ? 0 : 3;
    }
    default:
      throw usageRefusal(text.service.unknownAct);
  }
}

async function describe(dataFolder: string): Promise<LoginService> {
  const kept = Object.entries(process.env).flatMap(([name, value]): [string, string][] =>
    value !== undefined && keptVariables.test(name) ? [[name, value]] : [],
  );
  const [script = ""] = process.argv.slice(1);
  return loginService(process.platform, process.env["HOME"] ?? accountHome(), {
    argv: [process.execPath, ...process.execArgv, script, "serve"],
    environment: {
      ...Object.fromEntries(kept),
      SERVICE_DATA_DIR: dataFolder,
      SERVICE_LOG_FILE: logFileOf(process.env, dataFolder),
    },
    description: text.service.description,
  });
}

/** A service that was started by hand gives way to the one of the system. */
async function install({ file, content, enable }: LoginService, dataFolder: string): Promise<number> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content, { mode: 0o600 });
  if ((await runningOn(dataFolder)) !== null) await stop();
  await runEach(enable);
  print(text.service.installed(file));
  return 0;
}

async function uninstall({ file, disable }: LoginService): Promise<number> {
  if (!(await exists(file))) {
    print(text.service.notInstalled);
    return 0;
  }
  await runEach(disable);
  await rm(file, { force: true });
  print(text.service.removed(file));
  return 0;
}

async function runEach(commands: readonly (readonly string[])[]): Promise<void> {
  for (const [program = "", ...args] of commands)
    await run(program, args).catch((error: unknown) => {
      const { stderr = "", message = "" } = error as { stderr?: string; message?: string };
      const reason = (stderr.trim() || message).split("\n")[0] ?? "";
      const failed = text.service.failed({ command: [program, ...args].join(" "), reason });
      throw new Refusal({ status: 503, label: "Not enabled", messages: [failed] });
    });
}
