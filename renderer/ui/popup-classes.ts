/** On a phone what is asked stands at the foot, where the thumb is, over the screen's whole width. */
export const bottomSheet =
  "max-sm:top-auto max-sm:bottom-0 max-sm:w-full max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0 max-sm:pb-[max(1rem,env(safe-area-inset-bottom))]";

/** The same for what else drops from its button. */
export const bottomSheetPosition =
  "z-50 max-sm:fixed! max-sm:inset-x-0! max-sm:top-auto! max-sm:bottom-0! max-sm:transform-none!";

/** What lies between a dialog and the page. */
export const backdrop =
  "fixed inset-0 z-50 bg-mask transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0";

/** The same on a phone alone. */
export const mobileBackdrop = `${backdrop} sm:hidden`;
