import { z } from "zod";

/** Pages as tools take them; what REST clamps is told to a model instead. */
export const pageNumber = z.number().int().min(1).default(1);
export const pageSize = z.number().int().min(1).max(100).default(25);
