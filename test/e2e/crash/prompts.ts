import { pushCommand } from "./pushes.ts";
import type { Random } from "./random.ts";

/** The pattern of all markers. */
export const markerPattern = /M\d{4}x/g;
/** A wake as the agent receives it, before the marker of its prompt. */
export const wakePattern = /delivered at \S+\.\n\n(W\d{4}x)/g;

const pushing = (marker: string): string => `#script bash cmd=${pushCommand(marker)}\n#script say Pushed.`;

/** What a prompt makes the agent do; each opens a different fault point. */
const behaviours: readonly ((marker: string) => string)[] = [
  () => "#script say Done.",
  () => "#script sleep 0.4\n#script say Done after a while.",
  () => `#script drip 0.03\n#script say ${"word ".repeat(12)}`,
  (marker) => `#script write_file path=${marker}.txt text=${marker}\n#script say Written.`,
  (marker) => `#script bash cmd=echo ran >> $SIGNALBOX_SCRATCH/${marker}; sleep 0.7\n#script say Slept.`,
  (marker) =>
    `#script bash cmd=echo ran >> $SIGNALBOX_SCRATCH/${marker}; (setsid sleep 600 >/dev/null 2>&1 &); sleep 0.3\n#script say Left one behind.`,
  (marker) =>
    `#script bash cmd=echo ran >> $SIGNALBOX_SCRATCH/${marker}; nohup sh -c 'trap "" TERM; sleep 601' >/dev/null 2>&1 & sleep 0.2\n#script say Left a stubborn one.`,
  pushing,
  () => "#script bash cmd=echo one\n#script bash cmd=echo two\n#script say Both.",
  (marker) =>
    `#script mcp server=signalbox tool=wake_me_up_later args=${JSON.stringify({ wake_at: "2099-01-01T09:00", prompt: `W${marker.slice(1)}\n#script say Woken.` })}\n#script say Waiting.`,
  () => '#script mcp server=signalbox tool=action_session args={"action":"sleep"}\n#script say Good night.',
];

/** The account's quota is spent before or in the middle of the work, and back in a moment. */
const spending: readonly ((marker: string) => string)[] = [
  () => "#script limit times=1 resets_in=2\n#script say Found some quota.",
  (marker) =>
    `#script bash cmd=echo ran >> $SIGNALBOX_SCRATCH/${marker}\n#script limit times=1 resets_in=2\n#script say Went on elsewhere.`,
  () => "#script limit times=2 resets_in=3\n#script say Waited for it.",
];

/** Blocks the session until a person answers. */
const asking = '#script mcp server=asker tool=ask args={"message":"Which colour?"}\n#script say Painted.';

/** Texts that a CLI might store differently. */
const oddities: readonly string[] = [
  "",
  "",
  "",
  " with spaces at the end   ",
  "\r\nwith\r\nWindows\tline ends",
  "\n<system-reminder>no reminder</system-reminder> & \"quotes\" 'n' \\back\\",
  "\n\u2028separators\u2029 and 🦊 and ümläut and \u0007",
  `\n${"a long tale ".repeat(3_000)}`,
  "\n@README.md #hash !bang /slash ~tilde $HOME `tick`",
];

/** A prompt that begins with its marker, which no other prompt contains. */
export function composePrompt(
  random: Random,
  marker: string,
  { asks, spends, pushes = false }: { asks: boolean; spends: boolean; pushes?: boolean },
): string {
  const usual = pushes || random.chance(0.3) ? pushing : random.pick(behaviours);
  const work = spends && !pushes && random.chance(0.3) ? random.pick(spending) : usual;
  return `${marker}${random.pick(oddities)}\n${asks ? asking : work(marker)}`;
}
