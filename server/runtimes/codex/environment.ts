import { join } from "node:path";
import { markerVariable } from "../../lib/processes/index.ts";
import type { AccountLoan, AgentRequest } from "../runtime.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** How one session reaches a model. Codex itself reads neither OPENAI_BASE_URL nor OPENAI_API_KEY. */
export type ModelAccess =
  /** Neither a login nor a key: every request would be refused. */
  | { kind: "none" }
  /** The vendor's own provider with the owner's login. */
  | { kind: "built_in" }
  /** Plain HTTP at `baseUrl`; `auth` says where the bearer token comes from. */
  | { kind: "provider"; baseUrl: string; auth: "api_key" | "login" | "none" };

/** The provider's name in config.toml and in each thread. */
export function providerId(access: ModelAccess): string {
  return access.kind === "provider" ? "signalbox" : "openai";
}

/** A base URL wins; without one a person's login goes before an API key. */
export function decideModelAccess(environment: Environment, ownerIsLoggedIn: boolean): ModelAccess {
  const apiKey = environment["OPENAI_API_KEY"];
  const baseUrl = environment["OPENAI_BASE_URL"];
  if (baseUrl) {
    const auth = apiKey ? "api_key" : ownerIsLoggedIn ? "login" : "none";
    return { kind: "provider", baseUrl: baseUrl.replace(/\/+$/, ""), auth };
  }
  if (ownerIsLoggedIn) return { kind: "built_in" };
  return apiKey
    ? { kind: "provider", baseUrl: "https://api.openai.com/v1", auth: "api_key" }
    : { kind: "none" };
}

/** The login file of the person who runs the service, or null when the environment names no home. */
export function ownerLoginFile(environment: Environment): string | null {
  const home = ownerHome(environment);
  return home === null ? null : sessionLoginFile(home);
}

/** The CLI's home of the person who runs the service, or null when the environment names none. */
export function ownerHome(environment: Environment): string | null {
  const userHome = environment["HOME"] ?? environment["USERPROFILE"];
  return environment["CODEX_HOME"] || (userHome ? join(userHome, ".codex") : null);
}

export function sessionLoginFile(home: string): string {
  return join(home, "auth.json");
}

/** The service's environment as a turn on an account sees it: with the account's key, or without any. */
export const withLoan = (service: Environment, loan: AccountLoan | null | undefined): Environment =>
  loan ? { ...service, OPENAI_API_KEY: lentKey(loan) } : service;

const lentKey = (loan: AccountLoan): string | undefined =>
  loan.kind === "api_key" ? loan.apiKey : undefined;

/** The agent's environment with its own home and key, without another Codex's variables. */
export function codexEnvironment(
  of: {
    env: Readonly<Record<string, string>>;
    home: string;
    marker: string;
    loan?: AccountLoan | null | undefined;
  },
  service: Environment,
): Record<string, string> {
  const { env, home, marker, loan } = of;
  const isOwn = (name: string): boolean => name.startsWith("CODEX_") || name === "OPENAI_API_KEY";
  const inherited = Object.entries(env).filter(([name]) => !isOwn(name));
  const apiKey = loan ? lentKey(loan) : (env["OPENAI_API_KEY"] ?? service["OPENAI_API_KEY"]);
  return {
    ...Object.fromEntries(inherited),
    CODEX_HOME: home,
    [markerVariable]: marker,
    ...(apiKey && { OPENAI_API_KEY: apiKey }),
  };
}

/** The marker of every process of this turn; a workspace without one gets its own. */
export function processMarker({ workspace, conversation }: AgentRequest): string {
  return workspace.env[markerVariable] || `codex:${conversation.id}`;
}
