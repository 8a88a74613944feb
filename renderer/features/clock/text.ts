/** The words of the notice about the machine's clock. */
export const text = {
  ahead: (by: string) =>
    `This machine's clock was set ahead by ${by}. Sign-ins, waiting work and the trash follow the time that really passed`,
  back: (by: string) =>
    `This machine's clock was set back by ${by}. Sign-ins, waiting work and the trash follow the time that really passed`,
  close: "Close",
};
