const longest = 500;

export const text = {
  unreachable: "The provider could not be reached; check the network and try again",
  unreadable: "The provider answered with something unexpected; try again",
  brokenOff: "The provider stopped in the middle of its answer; try again",
  said: (message: string): string =>
    message.trim() === ""
      ? "The provider refused the request without a reason"
      : `The provider refused: ${message.trim().slice(0, longest).toWellFormed()}`,
};
