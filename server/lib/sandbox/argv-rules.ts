import { isWithin } from "../is-within.ts";

/** Everything the mounts depend on, already looked up. Paths are absolute, real and exist. */
export interface SandboxView {
  /** The caller is root; inside, the command is an ordinary user. */
  isRoot: boolean;
  /** Who the command is inside, if the caller counts as root because it runs in the sandbox's own network. */
  user?: { uid: number; gid: number };
  /** Folders that are empty inside. */
  hidden: readonly string[];
  /** What `/tmp` is inside. */
  temporary: string;
  /** What the person's home is inside, and where it lies; null if there is no home. */
  home: { own: string; at: string } | null;
  dataFolder: string;
  readable: readonly string[];
  /** Links of a person's, which are there inside as what they lead to. */
  linked: readonly { at: string; source: string }[];
  /** Secrets inside what is readable. */
  covered: readonly { path: string; isFolder: boolean }[];
  writable: readonly string[];
  /** A file that stands in another's place. */
  resolver?: { source: string; at: string };
  cwd: string;
  /** What has to be at these paths once everything is mounted, before the command starts. */
  expected: readonly Expected[];
}

/** A file or folder by what it is, in whatever place. */
export interface Expected {
  at: string;
  dev: bigint;
  ino: bigint;
}

interface Mount {
  at: string;
  args: readonly string[];
}

/**
 * The arguments of bubblewrap up to the command. Of file descriptors, which have to be open, it reports on `statusFd`, reads
 * the filter of system calls from `filterFd`, and starts the command once it can read from `gateFd`.
 */
export function sandboxArguments(
  view: SandboxView,
  { statusFd, filterFd, gateFd }: { statusFd?: number; filterFd?: number; gateFd?: number } = {},
): string[] {
  const apart = ["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"];
  const life = ["--die-with-parent", "--new-session"];
  const status = [
    ...(statusFd === undefined ? [] : ["--json-status-fd", String(statusFd)]),
    ...(filterFd === undefined ? [] : ["--seccomp", String(filterFd)]),
    ...(gateFd === undefined ? [] : ["--block-fd", String(gateFd)]),
  ];
  const user = view.isRoot ? { uid: 1000, gid: 1000 } : view.user;
  // With capabilities, a root caller may unmount what hides the secrets.
  const rights = [
    "--unshare-user",
    "--cap-drop",
    "ALL",
    ...(user === undefined ? [] : ["--uid", String(user.uid), "--gid", String(user.gid)]),
  ];
  const system = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"];
  const own = mounts(view).flatMap(({ args }) => args);
  // An agent that writes there is told so, instead of writing into a folder that is gone afterwards.
  const closed = ["--remount-ro", view.dataFolder];
  return [...apart, ...life, ...status, ...rights, ...system, ...own, ...closed, "--chdir", view.cwd, "--"];
}

/** A later mount covers an earlier one, so each comes after the folders that it lies in. */
function mounts(view: SandboxView): Mount[] {
  const bind = (flag: string, path: string): Mount => ({ at: path, args: [flag, path, path] });
  const hide = (path: string): Mount => ({ at: path, args: ["--tmpfs", path] });
  const { home, resolver } = view;
  const all: Mount[] = [
    ...view.hidden.map(hide),
    { at: "/tmp", args: ["--bind", view.temporary, "/tmp"] },
    ...(home ? [{ at: home.at, args: ["--bind", home.own, home.at] }] : []),
    hide(view.dataFolder),
    ...view.readable.map((path) => bind("--ro-bind", path)),
    ...view.linked.map(({ at, source }) => ({ at, args: ["--ro-bind", source, at] })),
    ...view.covered.map(({ path, isFolder }) =>
      isFolder ? hide(path) : { at: path, args: ["--ro-bind", "/dev/null", path] },
    ),
    ...view.writable.map((path) => bind("--bind", path)),
    ...(resolver ? [{ at: resolver.at, args: ["--ro-bind", resolver.source, resolver.at] }] : []),
  ];
  return all.toSorted((one, other) => depth(one.at) - depth(other.at));
}

const depth = (path: string): number => path.split("/").filter((part) => part !== "").length;

/** What is left when everything that lies in another of them is dropped. */
export function outermost(paths: readonly string[]): string[] {
  const unique = [...new Set(paths)];
  return unique.filter((path) => !unique.some((other) => other !== path && isWithin(path, other)));
}
