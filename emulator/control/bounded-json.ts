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

/** The number of bytes that one step reads. */
const STEP_BYTES = 65_536;

/** Hears of what is at one depth of the text while that is looked through. */
export interface DepthListener {
  /** The limits for deeply nested arrays and objects. */
  readonly depth: number;
  opened(at: number): void;
  comma(at: number): void;
  closed(at: number): void;
  /** Why nothing more has to be looked at. */
  readonly problem: string | undefined;
}

/** Says which limit a text exceeds, if any. */
export function boundProblem(bytes: Uint8Array, bounds: JsonBounds): string | undefined {
  const steps = findBoundProblem(bytes, bounds);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same in steps; one pass over the bytes, valid JSON or not. */
export function* findBoundProblem(
  bytes: Uint8Array,
  bounds: JsonBounds,
  listener?: DepthListener,
): Generator<undefined, string | undefined, undefined> {
  /** A stack: members so far of the array or object at each depth. */
  const members: number[] = [];
  const mostContainers = CONTAINERS_OF_ANY_BODY + bytes.length / BYTES_PER_CONTAINER;
  const heardDepth = listener?.depth ?? Infinity;
  let containers = 0;
  let values = 0;
  let isInString = false;
  let pause = STEP_BYTES;
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
      if (members.length === heardDepth) listener?.opened(at);
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      if (members.length === heardDepth) listener?.closed(at);
      members.pop();
    } else if (byte === COMMA) {
      values += 1;
      const count = (members.pop() ?? 0) + 1;
      members.push(count);
      if (count > bounds.members) return `has an array or an object with more than ${bounds.members} members`;
      if (members.length === heardDepth) listener?.comma(at);
    }
    if (values > bounds.values) return `has more than ${bounds.values} values`;
    if (listener?.problem !== undefined) return listener.problem;
    if (at < pause) continue;
    pause = at + STEP_BYTES;
    yield;
  }
  return undefined;
}
