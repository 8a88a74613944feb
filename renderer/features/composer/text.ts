/** The words of the message box and its attachments. */
export const text = {
  message: {
    label: "Message",
    section: "Message the agent",
    placeholder: "Message the agent",
    dropHere: "Drop the files here",
    failed: "The message was not sent",
    tooLong: (count: string, limit: string) => `${count} characters; the limit is ${limit}.`,
    length: (count: string, limit: string) => `${count} of ${limit} characters.`,
  },
  commands: {
    list: "Commands",
    closeAnswer: "Close the answer",
    sources: {
      service: "Handled by Signalbox",
      cli: "Handled by the agent's CLI",
      repository: "Command of the repository",
      skill: "Skill",
    },
  },
  delivery: {
    afterTurn: "Queued until this turn ends.",
    nextTurn: "Starts the next turn now.",
    failed: "Kept until the session runs again.",
    archived: "The session is archived. Unarchive it to continue.",
    wakes: "Wakes the session now.",
    behindTurn: "Queued behind the waiting turn.",
    keepsNoFiles: "Files can be sent once the session runs again.",
    away: "Signalbox is away. Your text is kept; send it when Signalbox is back.",
    firstTurn: "Starts the first turn now.",
  },
  send: {
    send: "Send",
    queue: "Queue",
    interrupt: "Interrupt and send now",
    interruptHint: "Stops the current turn and sends this message",
  },
  attach: {
    label: "Attach files",
    hint: (limits: string) => `Attach files, or paste or drop them here. ${limits}`,
    list: "Attachments",
    remove: (name: string) => `Remove ${name}`,
    picture: "picture",
    file: "file",
    pictures: (limit: string) =>
      `PNG, JPEG, GIF and WebP files up to ${limit} are shown to the model. Other files are saved next to its clone.`,
    limits: (count: number, size: string) => `Up to ${count} files, ${size} in total.`,
    usage: (used: { count: number; size: string }, limit: { count: number; size: string }) =>
      `${used.count} of ${limit.count} files, ${used.size} of ${limit.size}`,
    notAttached: "File not attached",
    unreadable: (name: string) => `${name} could not be read`,
    tooMany: (name: string, limit: number) =>
      `${name} was not attached: a message can have up to ${limit} files.`,
    empty: (name: string) => `${name} was not attached: the file is empty.`,
    tooLarge: (name: string, size: string, limit: string) =>
      `${name} (${size}) was not attached: attachments can total up to ${limit}.`,
  },
  upload: {
    label: "Uploading the files",
    progress: (percent: number) => `${percent}% sent`,
    delivering: "Uploaded, being delivered",
    cancel: "Cancel",
    canceled: "You canceled the upload.",
  },
};
