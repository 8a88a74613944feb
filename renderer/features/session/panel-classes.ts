/** Beside the transcript where there is room, over it where there is not; kept free while the panel is on its way. */
export const panelClasses =
  "flex w-full shrink-0 flex-col border-line bg-surface max-lg:absolute max-lg:inset-0 max-lg:z-20 lg:w-84 lg:border-s";
