/**
 * How much likelier a letter follows another in English and in code than by chance: one row for each first letter, one digit
 * in base 36 for each second, in half bits, where a is even chance.
 */
const followers: readonly string[] = [
  "4acb05a0b07dad0a0dbe977391", // a
  "e564f204a90e50e20ba4c00090", // b
  "c083e00e90cb30f50b4e901040", // c
  "c739h080e01951c50ac4930280", // d
  "b4be8861510a9d496eeb487a60", // e
  "d023dc30g00b04e00b8ab00080", // f
  "b030g0abd0186ca40dc7a10000", // g
  "f203g000e00462f20a5b900060", // h
  "87bba8a0002bagd80acd090407", // i
  "b240g040307200g644f5d07000", // j
  "8639h650e0283b6300e7900040", // k
  "d52bf500e03d10d400a9a500a0", // l
  "ea63g000d146a5dd00a2800010", // m
  "b2cdd8e1a08649b615de972050", // n
  "889a3780718bbfaa0eabc9b611", // o
  "e246e017b01c43eb0eaca00050", // p
  "41000000300d00010600h46001", // q
  "c28ag470d08689d409cb982090", // r
  "b0b2f20bd08753aa42cfb07270", // s
  "d293f30de00730c50cc9904090", // t
  "8a99c480900cbf5b0edd100100", // u
  "d100h021f00010b00320000000", // v
  "f016e00dd0150dd20cc3004000", // w
  "b3b3d606c005506g113g002470", // x
  "9984c200a00aadcf03fc30a058", // y
  "d000h330d00a30e530838004aa", // z
];

/** Letters drawn at random look this much like words less than once in 50,000 times. */
const minimumBits = 12;
/** For a text in both cases: random letters change case at every second one, joined words at a boundary. */
const bitsPerWord = 2.7;
const bitsPerUnderscore = 2;
const wordStarts = /[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;

/** Words as programmers join them, such as `resetPasswordForm` and `ANTHROPIC_API_KEY`, or letters without a sense? */
export function readsAsWords(text: string): boolean {
  const words = text.split(wordStarts).filter((word) => word !== "");
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  const isMixedCase = /[a-z]/.test(text) && /[A-Z]/.test(text);
  const caseBits = isMixedCase ? letters - bitsPerWord * words.length : 0;
  const joints = text.match(/(?<=[A-Za-z])_(?=[A-Za-z])/g)?.length ?? 0;
  const letterBits = words.reduce((sum, word) => sum + bitsOf(word.toLowerCase()), 0);
  return letterBits + caseBits + bitsPerUnderscore * joints >= minimumBits;
}

function bitsOf(word: string): number {
  let halves = 0;
  for (let at = 1; at < word.length; at++) {
    const row = followers[word.charCodeAt(at - 1) - 97] ?? "";
    halves += Number.parseInt(row.charAt(word.charCodeAt(at) - 97), 36) - 10;
  }
  return halves / 2;
}
