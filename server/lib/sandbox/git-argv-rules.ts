/** What git sees while it reads what an agent can write. Paths are absolute. */
export interface GitView {
  /** Shown read-only: the agent's clone. */
  readable: readonly string[];
  /** The service's own git folder of it. */
  writable: readonly string[];
  cwd: string;
}

/** Its own programs and libraries, already looked up. */
export interface GitPrograms {
  git: string;
  readable: readonly string[];
  /** Links of the system's that lead into what is readable, such as `/bin`. */
  links: readonly { at: string; to: string }[];
}

/** What else there is: git reads and writes nothing else of the machine, and has no network and no processes beside it. */
const devices = ["/dev/null", "/dev/urandom"];

const apart = ["--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc"];
const life = ["--die-with-parent", "--new-session", "--cap-drop", "ALL"];

/** The arguments of bubblewrap, up to and with the path of git. Few mounts, as each command of git gets them. */
export function gitSandboxArguments(programs: GitPrograms, view: GitView): string[] {
  return [
    ...apart,
    ...life,
    ...programs.readable.flatMap((path) => ["--ro-bind", path, path]),
    ...programs.links.flatMap(({ at, to }) => ["--symlink", to, at]),
    ...devices.flatMap((path) => ["--dev-bind", path, path]),
    ...view.readable.flatMap((path) => ["--ro-bind", path, path]),
    ...view.writable.flatMap((path) => ["--bind", path, path]),
    "--chdir",
    view.cwd,
    "--",
    programs.git,
  ];
}
