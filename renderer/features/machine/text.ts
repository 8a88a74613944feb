/** The words of what the machine does for a session: editors and process usage. */
export const text = {
  openClone: {
    openIn: (editor: string) => `Open in ${editor}`,
    failed: "Could not open the clone",
    asYou:
      "Programs there, git among them, run as you and may follow settings that an agent left in the clone.",
  },
  resources: {
    title: "Resource usage",
    process: "Process",
    cpu: "CPU",
    memory: "Memory",
    pid: (pid: number) => `Process ${pid}`,
    count: (count: number) => (count === 1 ? "One process" : `${count} processes`),
  },
};
