/** The words of repositories that another user owns. */
export const text = {
  notAPerson: "Only a person at the board can have git read a repository of another user",
  notForeign: "Git reads this repository already. Try again.",
  elsewhere: (folder: string) =>
    `Git refused ${folder}, which is not the repository's own folder. Run git's own command in a terminal if you trust it.`,
  writable: (folder: string) =>
    `Every user of this machine can write to ${folder}, so anyone could change what git reads there. Take that right away (chmod o-w) or use another copy of the repository.`,
  stillRefused: "Git still does not read the repository. Run git's own command in a terminal.",
  log: (by: string, folder: string) => `[Git] ${by} added ${folder} to safe.directory`,
};
