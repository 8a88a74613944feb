import { join } from "node:path";
import { type SandboxGrant, sandboxGrants } from "./model.ts";

export function isSandboxGrant(value: string): value is SandboxGrant {
  return (sandboxGrants as readonly string[]).includes(value);
}

interface Places {
  /** Under the person's home. */
  home: readonly string[];
  system: readonly string[];
  /** Variables that sandboxed programs keep; those that hold a path are shown. */
  variables: readonly string[];
}

/** The keys themselves stay out: an agent may use what is signed in, not take it along. */
const places: Readonly<Record<SandboxGrant, Places>> = {
  git: {
    home: [
      ".ssh/known_hosts",
      ".ssh/config",
      ".config/gh",
      ".git-credentials",
      ".config/git/credentials",
      ".netrc",
    ],
    system: [],
    variables: ["SSH_AUTH_SOCK"],
  },
  docker: { home: [".docker"], system: ["/run/docker.sock"], variables: ["DOCKER_HOST"] },
  display: { home: [], system: ["/tmp/.X11-unix"], variables: ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY"] },
};

/** The paths that the grants show. */
export function grantedPaths(
  grants: readonly SandboxGrant[],
  { userHome, env }: { userHome: string | null; env: Readonly<Record<string, string>> },
): string[] {
  return grants.flatMap((grant) => {
    const { home, system, variables } = places[grant];
    const named = variables.map((name) => (env[name] ?? "").replace(/^unix:\/\//, ""));
    return [
      ...(userHome === null ? [] : home.map((place) => join(userHome, place))),
      ...system,
      ...named.filter((value) => value.startsWith("/")),
    ];
  });
}

export function grantedVariables(grants: readonly SandboxGrant[]): string[] {
  return grants.flatMap((grant) => [...places[grant].variables]);
}
