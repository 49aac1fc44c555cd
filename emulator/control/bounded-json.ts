/** Limits of a JSON text, checked on its bytes before it is parsed. */

export interface JsonBounds {
  /** Nesting depth of arrays and objects. */
  readonly depth: number;
  /** Members of one array or object. */
  readonly members: number;
  /** Values in all. */
  readonly values: number;
}

/** Limits of a request body unless its route has its own. */
export const USUAL_BOUNDS: JsonBounds = { depth: 64, members: 20_000, values: 200_000 };

/** An empty array takes 2 bytes of text but about 60 of heap, so their number is limited by the length of the text. */
const BYTES_PER_CONTAINER = 16;
const CONTAINERS_OF_ANY_BODY = 100_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Says which limit a text exceeds, if any; one pass over the bytes, valid JSON or not. */
export function boundProblem(bytes: Uint8Array, bounds: JsonBounds): string | undefined {
  /** A stack: members so far of the array or object at each depth. */
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
      if (containers > mostContainers) return 'has too many arrays and objects for its length';
      if (members.push(1) > bounds.depth) return `is nested more than ${bounds.depth} levels deep`;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) members.pop();
    else if (byte === COMMA) {
      values += 1;
      const count = (members.pop() ?? 0) + 1;
      members.push(count);
      if (count > bounds.members) return `has an array or an object with more than ${bounds.members} members`;
    }
    if (values > bounds.values) return `has more than ${bounds.values} values`;
  }
  return undefined;
}

/** The index of the closing quote. A loop, because most strings are shorter than a call of `indexOf` is worth. */
function endOfString(bytes: Uint8Array, from: number): number {
  for (let at = from + 1; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at += 1;
  }
  return bytes.length;
}
