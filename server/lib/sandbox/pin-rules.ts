/**
 * What tells a folder from another one at the same path, also after a restart of the machine, which may give its disks other
 * numbers. Some file systems do not record when a folder was made.
 */
export const pinOf = (about: { dev: bigint; ino: bigint; birthtimeNs: bigint }): string =>
  about.birthtimeNs > 0n ? `${about.ino}-${about.birthtimeNs}` : `${about.ino}@${about.dev}`;
