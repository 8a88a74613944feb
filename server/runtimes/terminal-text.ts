/** An escape sequence that begins here and is not over yet; what is left of it comes with the next output. */
// oxlint-disable-next-line no-control-regex -- terminals speak in control characters
const unfinished = /\u001b(?:\][^\u0007\u001b]*\u001b?|\[[0-?]*[ -/]*)?$/;
// oxlint-disable-next-line no-control-regex -- as above
const link = /\u001b\]8;[^;\u0007\u001b]*;([^\u0007\u001b]*)(?:\u0007|\u001b\\)/g;
// oxlint-disable-next-line no-control-regex -- as above
const otherCommand = /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g;
// oxlint-disable-next-line no-control-regex -- as above
const style = /\u001b\[[0-?]*[ -/]*[@-~]/g;

/** What a person reads in a terminal's output. The target of a link is kept, because its label may be shorter. */
export const terminalText = (output: string): string =>
  output
    .replace(unfinished, "")
    .replace(link, (_all, target: string) => (target === "" ? " " : ` ${target} `))
    .replace(otherCommand, "")
    .replace(style, "");
