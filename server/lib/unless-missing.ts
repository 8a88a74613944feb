/** A group of the kernel that is being removed says the last. */
const missing: readonly unknown[] = ["ENOENT", "ENODEV"];

/** For `catch`: `fallback` stands for a file that is not there. */
export const unlessMissing =
  <T>(fallback: T) =>
  (error: unknown): T => {
    if (error instanceof Error && "code" in error && missing.includes(error.code)) return fallback;
    throw error;
  };
