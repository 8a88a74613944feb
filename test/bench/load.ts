import autocannon from "autocannon";

/** Repeats one kind of request. */
export interface Load {
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
}

const connections = 8;

/** Answers per second over `seconds`. Throws if one of them fails. */
export async function answersPerSecond(load: Load, seconds: number): Promise<number> {
  const result = await autocannon({ ...load, connections, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0 || result.timeouts > 0) {
    throw new Error(
      `${load.url}: ${result.non2xx} refusals, ${result.errors} errors, ${result.timeouts} timeouts`,
    );
  }
  return result["2xx"] / result.duration;
}
