/** Under a person's home, shown read-only: tool chains and harmless settings. Nothing else of the home is there. */
export const toolFolders: readonly string[] = [
  ".gitconfig",
  ".config/git",
  ".config/mise",
  ".nvm",
  ".fnm",
  ".local/share/fnm",
  ".volta",
  ".pyenv",
  ".rbenv",
  ".asdf",
  ".local/share/mise",
  ".local/bin",
  ".local/lib",
  ".local/share/uv",
  ".local/share/pnpm",
  ".cargo/bin",
  ".cargo/env",
  ".rustup",
  ".bun/bin",
  ".deno/bin",
  "go/bin",
  ".sdkman",
  ".jenv",
  ".nix-profile",
  ".npm-global",
];

/** Covered where a shown folder holds them. */
export const secretPlaces: readonly string[] = [
  ".ssh",
  ".gnupg",
  ".aws",
  ".azure",
  ".kube",
  ".docker",
  ".netrc",
  ".git-credentials",
  ".npmrc",
  ".pypirc",
  ".config/gh",
  ".config/gcloud",
  ".config/op",
  ".config/git/credentials",
  ".cargo/credentials",
  ".cargo/credentials.toml",
  ".gemini",
  ".password-store",
  ".local/share/keyrings",
  ".mozilla",
  ".config/google-chrome",
  ".config/chromium",
  ".bash_history",
  ".zsh_history",
];

/** Readable for root, and so for an agent that root starts. */
export const systemSecrets: readonly string[] = [
  "/etc/shadow",
  "/etc/shadow-",
  "/etc/gshadow",
  "/etc/gshadow-",
  "/etc/sudoers",
  "/etc/sudoers.d",
  "/etc/ssl/private",
  "/etc/letsencrypt",
  "/etc/wireguard",
  "/etc/NetworkManager/system-connections",
  "/etc/krb5.keytab",
  "/etc/ssh/ssh_host_dsa_key",
  "/etc/ssh/ssh_host_ecdsa_key",
  "/etc/ssh/ssh_host_ed25519_key",
  "/etc/ssh/ssh_host_rsa_key",
];

/** Of the system's folders, those with files of persons: logs, which many may read, mail and jobs, and other programs' files. */
export const personalFolders: readonly string[] = [
  "/var/tmp",
  "/var/log",
  "/var/mail",
  "/var/spool",
  "/var/backups",
  "/var/crash",
];

/** At the top of the file system; whatever else is there may hold other people's files. */
export const systemFolders: ReadonlySet<string> = new Set(
  "bin boot dev etc gnu lib lib32 lib64 libx32 nix opt proc sbin snap sys tmp usr var".split(" "),
);

/** Variables whose value is a file or folder that programs need: certificates, git's settings, tool chains. */
const filesNamed =
  /^(?:\w*CA_BUNDLE|SSL_CERT_(?:FILE|DIR)|NODE_EXTRA_CA_CERTS|GIT_SSL_CA(?:INFO|PATH)|GIT_CONFIG_(?:GLOBAL|SYSTEM)|RUSTUP_HOME|NVM_DIR|PYENV_ROOT|VOLTA_HOME|JAVA_HOME|GOROOT)$/;

/** Sockets of the person's desktop and keys, and a temporary folder that is not there. */
const dropped: ReadonlySet<string> = new Set([
  "SSH_AUTH_SOCK",
  "SSH_AGENT_PID",
  "GPG_AGENT_INFO",
  "DBUS_SESSION_BUS_ADDRESS",
  "XDG_RUNTIME_DIR",
  "XAUTHORITY",
  "DISPLAY",
  "WAYLAND_DISPLAY",
  "DOCKER_HOST",
  "TMPDIR",
  "TMP",
  "TEMP",
]);

type Environment = Readonly<Record<string, string>>;

export const sandboxEnvironment = (env: Environment): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !dropped.has(name)));

/** The files and folders that the environment names for every program. */
export function namedFiles(env: Environment): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    filesNamed.test(name) && value.startsWith("/") ? [value] : [],
  );
}

export function pathFolders(env: Environment): string[] {
  return (env["PATH"] ?? "").split(":").filter((folder) => folder.startsWith("/") && folder !== "/");
}

/** The outermost `node_modules` that holds the path; null if none does. A package's links lead to its neighbors. */
export function packagesAround(path: string): string | null {
  return /^(.*?\/node_modules)(?:\/|$)/.exec(path)?.[1] ?? null;
}

/** Where the imports of a script resolve to, from its own folder up. */
export function packagesAbove(folder: string): string[] {
  const parts = folder.split("/");
  return parts
    .slice(1)
    .map((_, up) => parts.slice(0, parts.length - up).join("/"))
    .flatMap((parent) => [`${parent}/node_modules`, `${parent}/package.json`]);
}
