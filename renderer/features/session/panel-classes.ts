/** Beside the transcript if there is room, otherwise over it. The placeholder uses them while the panel loads. */
export const panelClasses =
  "flex w-full shrink-0 flex-col border-line bg-surface max-lg:absolute max-lg:inset-0 max-lg:z-20 lg:w-84 lg:border-s";
