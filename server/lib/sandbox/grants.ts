import { join, resolve } from "node:path";
import { type SandboxGrant, sandboxGrants } from "./model.ts";

export function isSandboxGrant(value: string): value is SandboxGrant {
  return (sandboxGrants as readonly string[]).includes(value);
}

interface Places {
  /** Under the person's home. */
  home: readonly string[];
  system: readonly string[];
  /** In the folder of the person's running session, XDG_RUNTIME_DIR. */
  running: readonly string[];
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
    running: [],
    variables: ["SSH_AUTH_SOCK"],
  },
  docker: {
    home: [".docker"],
    system: ["/run/docker.sock"],
    running: ["docker.sock"],
    variables: ["DOCKER_HOST"],
  },
  display: {
    home: [".Xauthority"],
    system: ["/tmp/.X11-unix"],
    running: [],
    variables: ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY"],
  },
};

type Environment = Readonly<Record<string, string>>;

/** The paths that the grants show. */
export function grantedPaths(
  grants: readonly SandboxGrant[],
  { userHome, env }: { userHome: string | null; env: Environment },
): string[] {
  const folder = env["XDG_RUNTIME_DIR"];
  const named = Object.values(grantedVariables(grants, env)).map((value) => value.replace(/^unix:\/\//, ""));
  const shown = grants.flatMap((grant) => {
    const { home, system, running } = places[grant];
    return [
      ...(userHome === null ? [] : home.map((place) => join(userHome, place))),
      ...system,
      ...(folder === undefined ? [] : running.map((place) => join(folder, place))),
    ];
  });
  return [...shown, ...named].filter((path) => path.startsWith("/"));
}

/** The variables that the grants bring, as they are inside. */
export function grantedVariables(grants: readonly SandboxGrant[], env: Environment): Record<string, string> {
  const names = grants.flatMap((grant) => places[grant].variables);
  return Object.fromEntries(
    names.flatMap((name) => (env[name] === undefined ? [] : [[name, insideValue(name, env)]])),
  );
}

/** Wayland's socket is usually named from XDG_RUNTIME_DIR, which is not there inside. */
function insideValue(name: string, env: Environment): string {
  const value = env[name] ?? "";
  const folder = env["XDG_RUNTIME_DIR"];
  return name === "WAYLAND_DISPLAY" && value !== "" && folder !== undefined ? resolve(folder, value) : value;
}
