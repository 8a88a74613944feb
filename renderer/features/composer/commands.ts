import { commandOperations, type SlashCommand } from "../../../server/domains/turns/commands/model.ts";
import { type CallOptions, callApi } from "../../lib/client.ts";

export const listCommands = (sessionId: number, options: CallOptions) =>
  callApi(commandOperations.listCommands, { params: { id: String(sessionId) } }, options);

/** Whether the text may become a command: a slash and a name, with nothing behind it yet. */
export const beginsCommand = (prompt: string): boolean => /^\/[\w:.-]*$/.test(prompt);

/** The commands that the text may become, those whose name begins with it first. */
export function offeredCommands(prompt: string, commands: readonly SlashCommand[]): SlashCommand[] {
  if (!beginsCommand(prompt)) return [];
  const wanted = prompt.slice(1).toLowerCase();
  const begin = commands.filter(({ name }) => name.toLowerCase().startsWith(wanted));
  const contain = commands.filter(
    ({ name }) => !name.toLowerCase().startsWith(wanted) && name.toLowerCase().includes(wanted),
  );
  return [...begin, ...contain];
}

/** The text with a command chosen: ready to send, or to go on with what the command takes. */
export const withCommand = ({ name, argument }: SlashCommand): string =>
  argument === null ? `/${name}` : `/${name} `;

/** The number of the entry that a key moves to, of so many; the ends meet. */
export const movedBy = (active: number, step: 1 | -1, count: number): number =>
  (active + step + count) % count;
