/** The words of the extensions that run inside pi. */
export const text = {
  notReady: (seconds: number) => `not ready within ${seconds} s`,
  toolFailed: (tool: string) => `${tool} failed without a message`,
  binaryResource: (uri: string) => `[binary resource ${uri}]`,
  cut: (shown: string, left: number) => `${shown}\n[${left} more characters were left out]`,
  hookFailed: (id: string, reason: string) => `Hook ${id}: ${reason}`,
  hookTimedOut: (seconds: number) => `not finished within ${seconds} s`,
  hookExited: (code: number | null) => `exited with ${code === null ? "a signal" : `code ${code}`}`,
};
