import { create } from "zustand";

/** Whether the dialog that manages categories is open. */
export const useManaging = create<{ open: boolean }>()(() => ({ open: false }));

export const manageCategories = (): void => useManaging.setState({ open: true });
export const closeManaging = (): void => useManaging.setState({ open: false });
