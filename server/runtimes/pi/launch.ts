import { join } from "node:path";
import { reaching } from "../../lib/sandbox/index.ts";
import { programsOf } from "../equipment-rules.ts";
import type { AgentRequest, RuntimeOptions, Workspace } from "../runtime.ts";
import { readLogins } from "../sign-in.ts";
import { compiledCode } from "./code-cache.ts";
import { homePaths, piEnvironment } from "./environment.ts";
import { extensions } from "./extension-files.ts";
import { writePrivately } from "./prepare.ts";
import { chooseRoute, demo, modelsFile, type Route } from "./providers.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** How pi is started for one turn. */
export interface Launch {
  command: string;
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
  sandbox: Workspace["sandbox"];
  limits: Workspace["limits"];
  programs: readonly string[];
  route: Route;
}

export interface LaunchContext {
  sessionFile: string;
  environment: Environment;
  demoModelUrl: RuntimeOptions["demoModelUrl"];
}

/** Writes what depends on the turn (models.json, the system prompt) and puts the command line together. */
export async function prepareLaunch(
  request: AgentRequest,
  { sessionFile, environment, demoModelUrl }: LaunchContext,
): Promise<Launch> {
  const { workspace, cli } = request;
  const paths = homePaths(workspace.home);
  const env = piEnvironment(workspace, environment);
  const demoUrl = request.model === demo.model ? await demoModelUrl?.() : undefined;
  const reach = { ...environment, ...env, ...(demoUrl !== undefined && { [demo.variable]: demoUrl }) };
  const route = chooseRoute(request.model, {
    environment: reach,
    signedIn: new Set(Object.keys(await readLogins(paths.auth))),
  });
  await writePrivately(
    paths.models,
    modelsFile(route, { environment: reach, compactAt: request.autoCompactWindow }),
  );
  if (request.systemPrompt !== "") await writePrivately(paths.systemPrompt, request.systemPrompt);
  const code = await withCompiledCode(request, { env, environment, demoModelUrl });
  return {
    command: cli.command,
    args: [...cli.args, ...piArguments(request, { sessionFile, route })],
    cwd: workspace.cwd,
    ...code,
    sandbox: reaching(code.sandbox, demoUrl),
    limits: workspace.limits,
    programs: programsOf(request.equipment),
    route,
  };
}

/** In a sandbox, the agent reads the compiled code where it is, and cannot change it. */
async function withCompiledCode(
  { workspace: { sandbox }, cli }: AgentRequest,
  {
    env,
    environment,
    demoModelUrl,
  }: Pick<LaunchContext, "environment" | "demoModelUrl"> & { env: Record<string, string> },
): Promise<Pick<Launch, "env" | "sandbox">> {
  if (sandbox === null) return { env: { ...env, ...sharedCode(environment) }, sandbox };
  const folder = await compiledCode(sandbox, { cli, path: env["PATH"] ?? "", demoModelUrl });
  if (folder === null) return { env, sandbox };
  return {
    env: { ...env, NODE_COMPILE_CACHE: folder },
    sandbox: { ...sandbox, readable: [...sandbox.readable, folder] },
  };
}

/** Without a sandbox, sessions use the same compiled code: where pi looks for it if the service itself starts it. */
function sharedCode({ TMPDIR: folder }: Environment): Record<string, string> {
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: join(folder, "node-compile-cache") };
}

function piArguments(
  { workspace, equipment, effort, systemPrompt }: AgentRequest,
  { sessionFile, route }: { sessionFile: string; route: Route },
): string[] {
  const trust = workspace.repository.trusted ? "--approve" : "--no-approve";
  const folder = homePaths(workspace.home).sessions;
  const session = ["--mode", "rpc", trust, "--session-dir", folder, "--session", sessionFile];
  const model = ["--provider", route.provider, "--model", route.model];
  return [
    ...session,
    ...model,
    ...(effort === null ? [] : ["--thinking", effort]),
    // By file: an argument is limited to 128 KiB and must not begin with a dash.
    ...(systemPrompt === "" ? [] : ["--append-system-prompt", homePaths(workspace.home).systemPrompt]),
    // Only when there is work for them: loading them costs pi's start a tenth of a second.
    ...(equipment.mcpServers.length > 0 ? ["--extension", extensions.mcp] : []),
    ...(equipment.hooks.length > 0 ? ["--extension", extensions.hooks] : []),
  ];
}
