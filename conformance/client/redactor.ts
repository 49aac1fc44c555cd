/** Redacts API keys in everything that is kept, and finds them in output before it is written. */

export interface Redactor {
  /** The text with every key replaced by its name, such as `[key primary]`. */
  clean(text: string): string;
  /** The names of the keys that a text still holds, in any of their spellings. */
  findIn(text: string): string[];
}

/** Shorter keys are not searched for: they could occur in a text by chance. */
const SHORTEST = 6;

/** What `clean` puts in place of a key; a check for leaks looks for it. */
export const KEY_MARK = /\[key [a-z]+\]/;

/**
 * Knows the keys by name, in raw, percent, JSON and base64 spellings; and each less its first or its last character.
 */
export function createRedactor(keys: Readonly<Record<string, string | undefined>>): Redactor {
  const known = Object.entries(keys).flatMap(([name, key]) =>
    key === undefined || key.length < SHORTEST ? [] : [{ name, key }],
  );
  const spellings = known.flatMap(({ name, key }) => marked(name, key));
  // Most texts hold no key: what every spelling of one has in its middle is looked for first.
  const middles = known.map(({ name, key }) => ({ name, parts: spellingsOf(key.slice(1, -1)) }));
  const possibleIn = (text: string): Marked[] => {
    const names = middles.flatMap(({ name, parts }) => (parts.some((part) => text.includes(part)) ? [name] : []));
    return names.length === 0 ? [] : spellings.filter(({ name }) => names.includes(name));
  };
  // The longest first: a key may be the beginning of another.
  spellings.sort((a, b) => b.spelling.length - a.spelling.length);
  return {
    clean: (text) => possibleIn(text).reduce((rest, { spelling, mark }) => rest.replaceAll(spelling, mark), text),
    findIn: (text) => [...new Set(spellings.filter(({ spelling }) => text.includes(spelling)).map(({ name }) => name))],
  };
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
  const parts = [
    [key, `[key ${name}]`],
    [key.slice(1), `[key ${name}] less its first character`],
    [key.slice(0, -1), `[key ${name}] less its last character`],
    [key.slice(1, -1), `[key ${name}] less its first and last character`],
  ] as const;
  return parts
    .filter(([part]) => part.length >= SHORTEST - 1)
    .flatMap(([part, mark]) => spellingsOf(part).map((spelling) => ({ name, spelling, mark })));
}

function spellingsOf(key: string): string[] {
  const percent = encodeURIComponent(key);
  const everyPercent = Array.from(Buffer.from(key), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const json = JSON.stringify(key).slice(1, -1);
  const all = [key, percent, percent.toLowerCase(), everyPercent, everyPercent.toUpperCase(), json, ...base64s(key)];
  return [...new Set(all)];
}

/**
 * Inside a longer text, base64 spells a key in one of three ways, by where it begins; its first and last characters
 * depend on the neighbours.
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
