import { z } from "zod";
import { operation } from "../../../http/model.ts";

/** What is not known before the first check is null. */
export const cliTool = z
  .object({
    name: z.string(),
    installed: z.boolean().nullable(),
    /** According to files and variables; the provider is not asked. */
    authenticated: z.boolean().nullable(),
    version: z.string().nullable(),
    install_instructions: z.string(),
    auth_instructions: z.string(),
    /** The command that installs what is missing; null if nothing is, or no single command does. */
    install_command: z.string().nullable(),
    auth_command: z.string().nullable(),
    auth_method: z.string().nullable(),
    env_var_name: z.string().nullable(),
    loading: z.boolean().optional(),
  })
  .meta({ id: "CliTool" });
export type CliTool = z.infer<typeof cliTool>;

export const cliStatus = z
  .object({
    /** By runtime. */
    tools: z.record(z.string(), cliTool),
    all_authenticated: z.boolean().nullable(),
    /** Installed tools that are not signed in. */
    unauthenticated_count: z.number().int(),
    generated_at: z.string().nullable(),
    loading: z.boolean().optional(),
  })
  .meta({ id: "CliStatus" });
export type CliStatus = z.infer<typeof cliStatus>;

export const machineCheck = z.object({
  id: z.enum(["git", "git_identity", "data_folder", "disk_space", "sandbox", "git_sandbox", "agent_limits"]),
  ok: z.boolean(),
  /** What was found or is missing, as a sentence. */
  text: z.string(),
  /** The command that fixes it. */
  command: z.string().nullable(),
});
export type MachineCheck = z.infer<typeof machineCheck>;

const queued = z.object({ queued: z.boolean(), message: z.string() });

export const cliOperations = {
  getCliStatus: operation({
    id: "getCliStatus",
    method: "get",
    path: "/clis/status",
    source: "E138",
    summary: "Get which agent CLIs are installed and signed in, as of the last check",
    callers: ["api", "native"],
    response: z.object({ cli_status: cliStatus, unauthenticated_count: z.number().int() }),
  }),
  getDoctor: operation({
    id: "getDoctor",
    method: "get",
    path: "/doctor",
    summary: "Check what the service needs on this machine besides the agent CLIs",
    callers: ["board"],
    response: z.object({ checks: z.array(machineCheck) }),
  }),
  refreshClis: operation({
    id: "refreshClis",
    method: "post",
    path: "/clis/refresh",
    source: "E139",
    summary: "Check the agent CLIs again",
    callers: ["api", "native"],
    response: queued.extend({ current_status: cliStatus }),
  }),
  clearCliCache: operation({
    id: "clearCliCache",
    method: "post",
    path: "/clis/clear_cache",
    source: "E140",
    summary: "Clear the last results of the agent CLIs, and check again",
    callers: ["api", "native"],
    response: queued,
  }),
} as const;
