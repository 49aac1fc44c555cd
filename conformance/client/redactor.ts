/** Takes the API keys out of everything that is kept, and finds them in whatever is about to be written. */

export interface Redactor {
  /** The text with every key replaced by its name, such as `[key primary]`. */
  clean(text: string): string;
  /** The names of the keys that a text still holds, in any of their spellings. */
  findIn(text: string): string[];
}

/** A key shorter than this could stand in a text by chance; such a one is not searched for. */
const SHORTEST = 6;

/** What `clean` puts in place of a key; a check for leaks looks for it. */
export const KEY_MARK = /\[key [a-z]+\]/;

/** Knows the keys by name, in raw, percent, JSON and base64 spellings. */
export function createRedactor(keys: Readonly<Record<string, string | undefined>>): Redactor {
  const spellings = Object.entries(keys).flatMap(([name, key]) =>
    key === undefined || key.length < SHORTEST
      ? []
      : [
          ...spellingsOf(key).map((spelling) => ({ name, spelling, mark: `[key ${name}]` })),
          // The kit sends it like this to see whether keys are compared whole; it is as secret as the key.
          { name, spelling: key.slice(0, -1), mark: `[key ${name}] less its last character` },
        ],
  );
  // The longest first: a key may be the beginning of another.
  spellings.sort((a, b) => b.spelling.length - a.spelling.length);
  return {
    clean: (text) => spellings.reduce((rest, { spelling, mark }) => rest.replaceAll(spelling, mark), text),
    findIn: (text) => [...new Set(spellings.filter(({ spelling }) => text.includes(spelling)).map(({ name }) => name))],
  };
}

function spellingsOf(key: string): string[] {
  const percent = encodeURIComponent(key);
  const everyPercent = Array.from(Buffer.from(key), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const json = JSON.stringify(key).slice(1, -1);
  const all = [key, percent, percent.toLowerCase(), everyPercent, everyPercent.toUpperCase(), json, ...base64s(key)];
  return [...new Set(all)];
}

/** Inside a longer text, base64 spells a key in one of three ways, by where it begins; its first and last characters depend on the neighbours. */
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
