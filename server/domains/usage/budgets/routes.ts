import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { budgetOperations } from "./model.ts";
import type { BudgetService } from "./service.ts";

export const budgetRoutes = (budgets: BudgetService): Endpoint[] =>
  endpoints(budgetOperations, {
    listBudgets: () => ({ budgets: budgets.list() }),
    createBudget: ({ body }) => budgets.create(body),
    updateBudget: ({ params, body }) => budgets.update(Number(params.id), body),
    deleteBudget: ({ params }) => budgets.remove(Number(params.id)),
  });
