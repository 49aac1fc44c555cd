/** Reads JSON within bounds that are checked on its bytes, before anything is made of it. */

export interface JsonBounds {
  /** Levels of lists and objects inside each other. */
  readonly depth: number;
  /** Members of any one list or object. */
  readonly members: number;
  /** Values in all. */
  readonly values: number;
}

/** What a body of the control API may have unless its route says otherwise. */
export const USUAL_BOUNDS: JsonBounds = { depth: 64, members: 20_000, values: 200_000 };

/** Each list and object takes some 60 bytes of memory, and may take two of the body. Real ones hold more than this. */
const BYTES_PER_CONTAINER = 16;
const CONTAINERS_OF_ANY_BODY = 100_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Says which bound a JSON text breaks, or nothing; one pass over the bytes, whether they are JSON or not. */
export function boundProblem(bytes: Uint8Array, bounds: JsonBounds): string | undefined {
  /** How many members the list or object at each level has so far. */
  const members: number[] = [];
  const mostContainers = CONTAINERS_OF_ANY_BODY + bytes.length / BYTES_PER_CONTAINER;
  let containers = 0;
  let values = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values += 1;
      containers += 1;
      if (containers > mostContainers) return 'has more lists and objects than what they hold';
      if (members.push(1) > bounds.depth) return `is nested more than ${bounds.depth} levels deep`;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) members.pop();
    else if (byte === COMMA) {
      values += 1;
      const count = (members.pop() ?? 0) + 1;
      members.push(count);
      if (count > bounds.members) return `has a list or an object of more than ${bounds.members} members`;
    }
    if (values > bounds.values) return `has more than ${bounds.values} values`;
  }
  return undefined;
}

/** Where the string ends that begins here; a quote behind an odd number of backslashes does not end it. */
function endOfString(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(QUOTE, from + 1); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
    let escapes = 0;
    while (bytes[at - 1 - escapes] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return bytes.length;
}
