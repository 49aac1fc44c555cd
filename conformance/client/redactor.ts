/** Redacts API keys in everything that is kept, and finds them in output before it is written. */

export interface Redactor {
  /**
   * The text with every key replaced by its name, such as `[key primary]`. A key that is an ordinary word stays: it is
   * no secret, and may stand in any text.
   */
  clean(text: string): string;
  /** A header or an address that was sent, with every key replaced, ordinary words too. */
  cleanSent(text: string): string;
  /** The cleaned text with every key in the place of its mark: what was cleaned, if the key stood there as it is. */
  restored(text: string): string;
  /** The names of the keys that a text still holds, in any of their spellings. */
  findIn(text: string): string[];
}

/** Shorter keys are not searched for: they could occur in a text by chance. */
const SHORTEST = 6;

/** What `clean` puts in place of a key; a check for leaks looks for it. */
export const KEY_MARK = /\[key [a-z]+\]( made of words)?/g;
/** The mark of a key in a request, and which character of the key is missing. */
export const SENT_MARK = /\[key ([a-z]+)\](?: made of words)?(?: less its (first|last) character)?/g;
/** Behind the mark of a key that an answer may hold by chance, such as `test-key`. */
export const MADE_OF_WORDS = ' made of words';
const SHORT = 16;

/** One word, or one number, as any text may hold it. */
function isOrdinary(key: string): boolean {
  return /^([a-z]{1,15}|\d{1,9})$/i.test(key);
}

function isMadeOfWords(key: string): boolean {
  return key.length < SHORT && !/\d/.test(key);
}

/**
 * Knows the keys by name, in raw, percent, JSON and base64 spellings; and each less its first or its last character.
 */
export function createRedactor(keys: Readonly<Record<string, string | undefined>>): Redactor {
  const given = Object.entries(keys).flatMap(([name, key]) => (key === undefined ? [] : [{ name, key }]));
  const known = given.filter(({ key }) => key.length >= SHORTEST && !isOrdinary(key));
  const spellings = known.flatMap(({ name, key }) => marked(name, key));
  const sent = given.flatMap(({ name, key }) =>
    [key, Buffer.from(`${key}:`).toString('base64'), encodeURIComponent(key)].map((spelling) => ({
      spelling,
      mark: `[key ${name}]`,
    })),
  );
  // Most texts hold no key: what every spelling of one has in its middle is looked for first, for all keys at once.
  const middles = known.map(({ name, key }) => ({ name, parts: spellingsOf(key.slice(1, -1)) }));
  const ofAny = anyOf(middles.flatMap(({ parts }) => parts));
  const possibleIn = (text: string): Marked[] => {
    if (!ofAny.test(text)) return [];
    const names = middles.flatMap(({ name, parts }) => (parts.some((part) => text.includes(part)) ? [name] : []));
    return names.length === 0 ? [] : spellings.filter(({ name }) => names.includes(name));
  };
  // The longest first: a key may be the beginning of another.
  spellings.sort((a, b) => b.spelling.length - a.spelling.length);
  sent.sort((a, b) => b.spelling.length - a.spelling.length);
  const clean = (text: string): string =>
    possibleIn(text).reduce((rest, { spelling, mark }) => rest.replaceAll(spelling, mark), text);
  return {
    clean,
    cleanSent: (text) => clean(sent.reduce((rest, { spelling, mark }) => rest.replaceAll(spelling, mark), text)),
    restored: (text) =>
      text.replaceAll(SENT_MARK, (mark, name: string, missing?: string) => {
        const key = keys[name] ?? mark;
        return missing === undefined ? key : missing === 'first' ? key.slice(1) : key.slice(0, -1);
      }),
    findIn: (text) => [
      ...new Set(possibleIn(text).flatMap(({ name, spelling }) => (text.includes(spelling) ? [name] : []))),
    ],
  };
}

/** Matches a text that holds one of these; where there are none, no text. */
function anyOf(parts: readonly string[]): RegExp {
  const literal = (part: string): string => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return new RegExp(parts.length === 0 ? '(?!)' : parts.map(literal).join('|'));
}

interface Marked {
  readonly name: string;
  readonly spelling: string;
  readonly mark: string;
}

/**
 * A key that lacks one character is as secret as the whole: the kit sends some like that, and a server may quote it so.
 */
function marked(name: string, key: string): Marked[] {
  const mark = `[key ${name}]${isMadeOfWords(key) ? MADE_OF_WORDS : ''}`;
  const parts = [
    [key, mark],
    [key.slice(1), `${mark} less its first character`],
    [key.slice(0, -1), `${mark} less its last character`],
    [key.slice(1, -1), `${mark} less its first and last character`],
  ] as const;
  return parts
    .filter(([part]) => part.length >= SHORTEST - 1)
    .flatMap(([part, own]) => spellingsOf(part).map((spelling) => ({ name, spelling, mark: own })));
}

function spellingsOf(key: string): string[] {
  const percent = encodeURIComponent(key);
  const everyPercent = Array.from(Buffer.from(key), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const json = JSON.stringify(key).slice(1, -1);
  // The kit sends a key in another case, too.
  const cases = [key.toUpperCase(), key.toLowerCase()];
  const all = [
    key,
    ...cases,
    percent,
    percent.toLowerCase(),
    everyPercent,
    everyPercent.toUpperCase(),
    json,
    ...base64s(key),
  ];
  return [...new Set(all)];
}

/**
 * Inside a longer text, base64 spells a key in one of three ways, by where it begins; its first and last characters
 * depend on the neighbors.
 */
function base64s(key: string): string[] {
  const bytes = Buffer.from(key);
  return ['base64', 'base64url'].flatMap((encoding) =>
    [0, 1, 2].map((shift) => {
      const whole = Buffer.concat([Buffer.alloc(shift), bytes]).toString(encoding as 'base64');
      const first = Math.ceil((shift * 8) / 6);
      const last = Math.floor(((shift + bytes.length) * 8) / 6);
      return whole.slice(first, last);
    }),
  );
}
