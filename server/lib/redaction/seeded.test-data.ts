const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const alphabets = {
  alnum: `${letters}0123456789`,
  word: `${letters}0123456789_-`,
  base64: `${letters}0123456789+/`,
  upper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
  hex: "0123456789abcdef",
  digit: "123456789",
  lower: "abcdefghijklmnopqrstuvwxyz",
} as const;

type Fill = (alphabet: keyof typeof alphabets, length: number) => string;

/** Made-up secrets, the same in every run; none is written out, so that no scanner trips over this repository. */
export function seededFill(seed: number): Fill {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return (alphabet, length) => {
    const chars = alphabets[alphabet];
    return Array.from({ length }, () => chars[Math.floor(next() * chars.length)]).join("");
  };
}
