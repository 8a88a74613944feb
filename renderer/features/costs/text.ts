/** The words of the cost of a session. */
export const text = {
  costLabel: {
    prefix: "Cost so far:",
  },
  sessionCost: {
    columns: ["Calls", "In", "Cached", "Out", "Cost"],
    noPrice: "no price",
    model: "Model",
    bySubagents: "by subagents",
    title: "Cost so far",
    basis: (date: string) =>
      `Based on provider list prices as of ${date}; your bill may differ with a plan or discount.`,
  },
  formatCost: {
    tokens: (count: string) => `${count} tokens`,
    tokensSoFar: (count: string) => `${count} tokens so far`,
    noPriceFor: (models: string) => `no price is known for ${models}`,
    listPrice: (dollars: string, tokens: string) => `${dollars} at list price, ${tokens}`,
  },
};
