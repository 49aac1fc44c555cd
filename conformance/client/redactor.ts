/** Redacts API keys in everything that the kit keeps, and finds them in output before it is written. */

export type Redactor = ReturnType<typeof createRedactor>;

/** The length of the shortest key to search for. Shorter keys could occur in a text by chance. */
const SHORTEST = 6;

/** The mark that `clean` puts in place of a key. A check for leaks searches for it. */
export const KEY_MARK = /\[key [a-z]+\]( made of words)?/g;
/** The mark of a key in a request, with the missing character of the key. */
export const SENT_MARK = /\[key ([a-z]+)\](?: made of words)?(?: less its (first|last) character)?/g;
/** The suffix for the mark of a key that a response may contain by chance, such as `test-key`. */
export const MADE_OF_WORDS = ' made of words';
const SHORT = 16;

/** Returns whether a key is one word or one number, which any text may contain. */
function isOrdinary(key: string): boolean {
  return /^([a-z]{1,15}|\d{1,9})$/i.test(key);
}

function isMadeOfWords(key: string): boolean {
  return key.length < SHORT && !/\d/.test(key);
}

/** Creates a redactor for named keys, in raw, percent, JSON and base64 forms, also without an end character. */
export function createRedactor(keys: Readonly<Record<string, string | undefined>>) {
  const given = Object.entries(keys).flatMap(([name, key]) => (key === undefined ? [] : [{ name, key }]));
  const known = given.filter(({ key }) => key.length >= SHORTEST && !isOrdinary(key));
  const inAnyText = searchFor(known.flatMap(({ name, key }) => marked(name, key)));
  const inRequests = searchFor(
    given.flatMap(({ name, key }) =>
      [key, Buffer.from(`${key}:`).toString('base64'), encodeURIComponent(key)].map((spelling) => ({
        name,
        spelling,
        mark: `[key ${name}]`,
      })),
    ),
  );
  return {
    /**
     * Replaces every key in a text by its name, such as `[key primary]`. A key that is an ordinary word stays, because
     * it is not a secret and any text may contain it.
     */
    clean: inAnyText.replaced,
    /** Replaces every key in a header or an address of a request, even a key that is an ordinary word. */
    cleanSent: (text: string) => inAnyText.replaced(inRequests.replaced(text)),
    /** Puts the keys back in place of their marks. A text that contained the key unchanged is restored. */
    restored: (text: string) =>
      text.replaceAll(SENT_MARK, (mark, name: string, missing?: string) => {
        const key = keys[name] ?? mark;
        return missing === undefined ? key : missing === 'first' ? key.slice(1) : key.slice(0, -1);
      }),
    /** Returns the names of the keys that a text still contains, in any of their spellings. */
    findIn: inAnyText.names,
  };
}

/** Searches for all spellings at once. The longest comes first, because a key may be the beginning of another key. */
function searchFor(spellings: readonly Marked[]) {
  const known = new Map<string, Marked>();
  for (const one of spellings) if (!known.has(one.spelling)) known.set(one.spelling, one);
  const longestFirst = [...known.keys()].toSorted((a, b) => b.length - a.length);
  const literals = longestFirst.map((text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  const any = new RegExp(literals.length === 0 ? '(?!)' : literals.join('|'), 'g');
  return {
    replaced: (text: string) => text.replaceAll(any, (found) => known.get(found)?.mark ?? found),
    names: (text: string) => [...new Set(Array.from(text.matchAll(any), ([found]) => known.get(found)?.name ?? found))],
  };
}

interface Marked {
  readonly name: string;
  readonly spelling: string;
  readonly mark: string;
}

/** Returns a mark for each shortened form of a key. A key without one character is as secret as the whole key. */
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
  // The kit also sends a key in another case.
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
 * Returns the base64 forms of a key. Inside a longer text, base64 has three forms of a key, depending on its position.
 * The neighbors change its first and last characters, so these are left out.
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
