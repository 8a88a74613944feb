/** Apart from the words of the Health page, since the banner is part of every page. */
export const recoveryBannerText = {
  banner: "Background queues are held. Agents keep running.",
  open: "Open health",
};
