/** Errors as the kernel numbers them, which is the same on both architectures. */
const errors = { EPERM: 1, ENOSYS: 38, EPROTONOSUPPORT: 93, EAFNOSUPPORT: 97 } as const;
type Refusal = keyof typeof errors;

export interface FilteredArchitecture {
  /** As the kernel names it to a filter. */
  audit: number;
  /** Where this architecture's column is in the table. */
  column: 0 | 1;
  /** From this number on, calls belong to another form of programs, with pointers of 32 bits. */
  otherFrom: number | null;
}

/** Node's names of the architectures whose system calls are filtered. */
export const filteredArchitectures: Readonly<Record<string, FilteredArchitecture>> = {
  x64: { audit: 0xc000003e, column: 0, otherFrom: 0x40000000 },
  arm64: { audit: 0xc00000b7, column: 1, otherFrom: null },
};

/** Its number on x86-64 and on AArch64; null where there is no such call. */
type Numbers = readonly [x64: number | null, arm64: number | null];

export interface ArgumentRule {
  numbers: Numbers;
  /** Which argument is looked at, from 0. Its lower 32 bits are all that the kernel reads of it. */
  argument: number;
  /** Refused if the argument is one of these, or if it is none of them. */
  values: { among: readonly number[] } | { other: readonly number[] };
  /** Only looked at if another argument has this value. */
  when?: { argument: number; value: number };
  error: number;
}

const EPERM: Refusal = "EPERM";
const ENOSYS: Refusal = "ENOSYS";

/**
 * Calls that programs of a developer do not need, and kernels have been broken through. ENOSYS is for those that programs
 * have another way for, which they take where the kernel is older.
 */
const refused: readonly (readonly [x64: number | null, arm64: number | null, Refusal, name: string])[] = [
  [248, 217, EPERM, "add_key"],
  [249, 218, EPERM, "request_key"],
  [250, 219, EPERM, "keyctl"],
  [321, 280, EPERM, "bpf"],
  [298, 241, EPERM, "perf_event_open"],
  [323, 282, EPERM, "userfaultfd"],
  [246, 104, EPERM, "kexec_load"],
  [320, 294, EPERM, "kexec_file_load"],
  [175, 105, EPERM, "init_module"],
  [313, 273, EPERM, "finit_module"],
  [176, 106, EPERM, "delete_module"],
  [163, 89, EPERM, "acct"],
  [167, 224, EPERM, "swapon"],
  [168, 225, EPERM, "swapoff"],
  [169, 142, EPERM, "reboot"],
  [304, 265, EPERM, "open_by_handle_at"],
  [164, 170, EPERM, "settimeofday"],
  [227, 112, EPERM, "clock_settime"],
  [305, 266, EPERM, "clock_adjtime"],
  [172, null, EPERM, "iopl"],
  [173, null, EPERM, "ioperm"],
  [179, 60, EPERM, "quotactl"],
  [443, 443, EPERM, "quotactl_fd"],
  [153, 58, EPERM, "vhangup"],
  [103, 116, EPERM, "syslog"],
  [300, 262, EPERM, "fanotify_init"],
  [256, 238, EPERM, "migrate_pages"],
  [279, 239, EPERM, "move_pages"],
  [212, 18, EPERM, "lookup_dcookie"],
  [134, null, ENOSYS, "uselib"],
  [156, null, ENOSYS, "_sysctl"],
  [425, 425, ENOSYS, "io_uring_setup"],
  [426, 426, ENOSYS, "io_uring_enter"],
  [427, 427, ENOSYS, "io_uring_register"],
  // The older calls stay: a sandbox in the sandbox mounts with them.
  [428, 428, ENOSYS, "open_tree"],
  [429, 429, ENOSYS, "move_mount"],
  [430, 430, ENOSYS, "fsopen"],
  [431, 431, ENOSYS, "fsconfig"],
  [432, 432, ENOSYS, "fsmount"],
  [433, 433, ENOSYS, "fspick"],
  [442, 442, ENOSYS, "mount_setattr"],
];

export const refusedCalls: readonly { numbers: Numbers; error: number }[] = refused.map(
  ([x64, arm64, error]) => ({ numbers: [x64, arm64], error: errors[error] }),
);

const family = { unix: 1, inet: 2, inet6: 10, netlink: 16 };
/** Routes and addresses, what `ss` reads, devices, and generic ones; the firewall's and IPsec's are not among them. */
const netlinkProtocols = [0, 4, 15, 16];
/** Characters that land in another program's terminal. */
const terminalInjections = [0x5412, 0x541c];
/** Linux with and without addresses at random, which debuggers turn off, as 32 bits, as 2.6, and the question which one it is. */
const personalities = [0, 0x40000, 0x8, 0x20000, 0x20008, 0xffffffff];

const socket: Numbers = [41, 198];

export const argumentRules: readonly ArgumentRule[] = [
  { numbers: socket, argument: 0, values: { other: Object.values(family) }, error: errors.EAFNOSUPPORT },
  {
    numbers: socket,
    argument: 2,
    values: { other: netlinkProtocols },
    when: { argument: 0, value: family.netlink },
    error: errors.EPROTONOSUPPORT,
  },
  { numbers: [53, 199], argument: 0, values: { other: [family.unix] }, error: errors.EAFNOSUPPORT },
  { numbers: [16, 29], argument: 1, values: { among: terminalInjections }, error: errors.EPERM },
  { numbers: [135, 92], argument: 0, values: { other: personalities }, error: errors.EPERM },
];

export const notImplemented = errors.ENOSYS;
