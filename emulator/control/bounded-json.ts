/** Parses JSON bodies. Limits are checked on the bytes before parsing. */

import { ControlError } from './control-error.ts';

export interface JsonBounds {
  /** The maximum nesting depth of arrays and objects. */
  readonly depth: number;
  /** The maximum number of members of one array or object. */
  readonly members: number;
  /** The maximum number of values in total. */
  readonly values: number;
}

/** The limits of request bodies. A route can have its own limits. */
export const USUAL_BOUNDS: JsonBounds = { depth: 64, members: 20_000, values: 200_000 };

/** The number of containers is limited by the text length, because an empty array takes 2 bytes but 60 of heap. */
const BYTES_PER_CONTAINER = 16;
const CONTAINERS_OF_ANY_BODY = 100_000;

const [QUOTE, COMMA, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('",\\[]{}');

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

/** Returns the limit that a text exceeds, if any, in one pass over the bytes. The text need not be valid JSON. */
export function boundProblem(bytes: Uint8Array, bounds: JsonBounds): string | undefined {
  /** A stack of the member counts of the open arrays and objects. */
  const members: number[] = [];
  const mostContainers = CONTAINERS_OF_ANY_BODY + bytes.length / BYTES_PER_CONTAINER;
  let containers = 0;
  let values = 0;
  let isInString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    // A loop over single bytes is faster than `indexOf`, because most strings are short.
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
