/** An error whose message is shown to the person without a stack. */
export class SetupError extends Error {}

/** Setup was ended by a signal; the caller ends itself with the same one. */
export class Interrupted extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`ended by ${signal}`);
    this.signal = signal;
  }
}

/**
 * Where setup reports its progress.
 * @typedef {{ say(line: string): void, during<T>(what: string, work: () => Promise<T>): Promise<T> }} Report
 */

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 120;
const PLAIN_MS = 15_000;

/**
 * Shows a spinner with the elapsed time on a terminal, and plain lines elsewhere.
 * @param {NodeJS.WriteStream} stream
 * @returns {Report}
 */
export function reportTo(stream) {
  /** @param {string} line */
  const say = (line) => void stream.write(`${line}\n`);
  return {
    say,
    async during(what, work) {
      const startedAt = Date.now();
      const seconds = () => Math.round((Date.now() - startedAt) / 1000);
      let frame = 0;
      const spin = () => stream.write(`\r\x1b[2K${FRAMES[frame++ % FRAMES.length]} ${what}, ${seconds()} s`);
      const repeat = () => say(`  still running: ${what}, ${seconds()} s`);
      if (!stream.isTTY) say(`${what} ...`);
      const timer = setInterval(stream.isTTY ? spin : repeat, stream.isTTY ? FRAME_MS : PLAIN_MS);
      try {
        const result = await work();
        if (stream.isTTY) stream.write("\r\x1b[2K");
        say(`${what}: done in ${seconds()} s`);
        return result;
      } catch (error) {
        if (stream.isTTY) stream.write("\r\x1b[2K");
        throw error;
      } finally {
        clearInterval(timer);
      }
    },
  };
}
