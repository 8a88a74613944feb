/** The words about backups that cannot be restored. */
export const text = {
  unreadable: "The copy does not exist or cannot be read.",
  damaged: (reason: string) => `The copy is damaged: ${reason}.`,
  otherDatabase: "The copy is not a Signalbox database.",
  otherSchema:
    "The copy is not a database as Signalbox makes it: somebody added to it or changed it. Restore a backup that you made.",
  newer: "The copy was made by a newer version of Signalbox.",
  link: "The copy is a symbolic link.",
};
