/** Apart from the words of the Costs page, since every session page shows costs. */
export const formatText = {
  tokens: (count: string) => `${count} tokens`,
  tokensSoFar: (count: string) => `${count} tokens so far`,
  noPriceFor: (models: string) => `no price is known for ${models}`,
  listPrice: (dollars: string, tokens: string) => `${dollars} at list price, ${tokens}`,
};
