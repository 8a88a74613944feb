import { z } from "zod";

/** Paging parameters of tools. REST clamps invalid values; tools report them to the model. */
export const pageNumber = z.number().int().min(1).default(1);
export const pageSize = z.number().int().min(1).max(100).default(25);
