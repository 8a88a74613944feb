/** The words of finding and starting any CLI. */
export const text = {
  notExecutable: (name: string, path: string) =>
    `${name} is configured as ${path}, which is not the absolute path of an executable file.`,
  notOnPath: (name: string, install: string) => `${name} was not found on PATH. Install it with: ${install}`,
  unusable: (cli: { name: string; file: string; reason: string; install: string }) =>
    `${cli.name} at ${cli.file} cannot be used (${cli.reason}). Install it again with: ${cli.install}`,
  tooOld: (cli: { label: string; version: string; oldest: string; update: string }) =>
    `${cli.label} ${cli.version} is too old: ${cli.oldest} or newer is needed. Update it with: ${cli.update}`,
  noVersion: "its answer contains no version",
  noVersionInTime: (seconds: number) => `no answer to --version in ${seconds} s`,
  noList: "It printed no list of models",
  noListInTime: (seconds: number) => `It printed no list of models in ${seconds} s`,

  start: {
    missing: (command: string) =>
      `${command} cannot be started: the program, or the interpreter it names, does not exist.`,
    noFolder: (command: string, folder: string) =>
      `${command} cannot be started: its working directory ${folder} does not exist.`,
    denied: (command: string, folder: string) =>
      `${command} cannot be started: no permission for it or its working directory ${folder}.`,
    tooLong: (command: string) => `${command} cannot be started: its arguments and environment are too long.`,
    other: (command: string, reason: string) => `${command} cannot be started: ${reason}`,
  },

  linesLost: (count: number | null) =>
    `${count === null ? "Some lines" : count === 1 ? "A line" : `${count} lines`} of the transcript cannot be read here: this part of the database is damaged.`,
  lineLeftOut: (line: { megabytes: string; beginning: string }) =>
    `A line of ${line.megabytes} MB was too large or nested too deep to keep. It begins:\n\n${line.beginning}`,
};
