/** On a phone, a dialog is a sheet at the bottom of the screen, in reach of the thumb. */
export const bottomSheet =
  "max-sm:top-auto max-sm:bottom-0 max-sm:w-full max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0 max-sm:pb-[max(1rem,env(safe-area-inset-bottom))]";

/** The same for a popup that is anchored to its button on larger screens. */
export const bottomSheetPosition =
  "z-50 max-sm:fixed! max-sm:inset-x-0! max-sm:top-auto! max-sm:bottom-0! max-sm:transform-none!";

/** The overlay between a dialog and the page. */
export const backdrop =
  "fixed inset-0 z-50 bg-mask transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0";

/** The same, on phones only. */
export const mobileBackdrop = `${backdrop} sm:hidden`;
