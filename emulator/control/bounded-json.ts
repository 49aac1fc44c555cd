/** Reads a JSON body. Its limits are checked on the bytes before they are parsed. */

import { ControlError } from './control-error.ts';

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

/** Parses a body. Throws a ControlError if it exceeds a limit or is not JSON. */
export function parseBoundedJson(bytes: Uint8Array, bounds: JsonBounds): unknown {
  const problem = boundProblem(bytes, bounds);
  if (problem !== undefined)
    throw new ControlError('invalid_json', `The body ${problem}. Send less data in one request.`);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ControlError('invalid_json', 'The body is not valid JSON. Send one JSON object, or an empty body.');
  }
}

/** Says which limit a text exceeds, if any: one pass over the bytes, valid JSON or not. */
export function boundProblem(bytes: Uint8Array, bounds: JsonBounds): string | undefined {
  /** A stack: members so far of the array or object at each depth. */
  const members: number[] = [];
  const mostContainers = CONTAINERS_OF_ANY_BODY + bytes.length / BYTES_PER_CONTAINER;
  let containers = 0;
  let values = 0;
  let isInString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    // Byte by byte, because most strings are shorter than a call of `indexOf` is worth.
    if (isInString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values += 1;
      containers += 1;
      if (containers > mostContainers) return 'has too many arrays and objects for its length';
      if (members.push(1) > bounds.depth) return `is nested more than ${bounds.depth} levels deep`;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      members.pop();
    } else if (byte === COMMA) {
      values += 1;
      const count = (members.pop() ?? 0) + 1;
      members.push(count);
      if (count > bounds.members) return `has an array or an object with more than ${bounds.members} members`;
    }
    if (values > bounds.values) return `has more than ${bounds.values} values`;
  }
  return undefined;
}
