/**
 * Parses a long JSON text in steps, because `JSON.parse` of the whole text would block other requests. Arrays and
 * objects at depth three, where snapshots have long lists, are parsed a few members at a time.
 */

import { findBoundProblem, type DepthListener, type JsonBounds } from './bounded-json.ts';
import { ControlError } from './control-error.ts';

type Steps<Result> = Generator<undefined, Result, undefined>;

/** Stands in the value where an array or object within two others stood, which is not parsed yet. */
export interface JsonPart {
  readonly isList: boolean;
  /** Its members, as values of arrays or of objects: some at a time. Throws a ControlError where it is not JSON. */
  readonly batches: () => Generator<unknown, void, undefined>;
}

/** The value, with an empty array or object in the places of the parts that were asked for. */
export interface LongJson {
  readonly value: unknown;
  readonly part: (place: string) => JsonPart | undefined;
}

/** The depth of the parts: they are within two others. */
const DEPTH = 3;
/** A snapshot has seven. */
const MOST_PARTS = 100;
/** Members are parsed together up to this length. */
const BATCH_BYTES = 32_768;
/**
 * The largest text that is parsed at once: one member, or everything outside the parts. The longest generation is
 * shorter.
 */
export const LONGEST_VALUE_BYTES = 4 * 1_048_576;
const TOO_LONG = `has a value of more than ${LONGEST_VALUE_BYTES} bytes`;

const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

/** Where there may be much, as `outer.inner`. */
export type Places = ReadonlySet<string>;

/**
 * Parses all but what is in these places; throws a ControlError where the text exceeds a limit or is not JSON. The
 * last value of a duplicate name counts, as in `JSON.parse`.
 */
export function* parseLongJson(bytes: Uint8Array, bounds: JsonBounds, apart: Places): Steps<LongJson> {
  const split = new Split(bytes);
  const problem = yield* findBoundProblem(bytes, bounds, split);
  if (problem !== undefined) throw outOfBounds(problem);
  if (split.isBroken) throw notJson();
  const value = parseJson(split.skeleton());
  const found = new Map<string, JsonPart>();
  for (const [outer, holder] of membersOf(value)) {
    for (const [inner, number] of membersOf(holder)) {
      const part = Array.isArray(number) ? split.parts[Number(number[0])] : undefined;
      if (part === undefined) continue;
      const place = `${outer}.${inner}`;
      if (apart.has(place)) found.set(place, part);
      const whole = yield* wholeOf(part, apart.has(place));
      setMembers(holder as object, Object.fromEntries([[inner, whole]]));
    }
  }
  return { value, part: (place) => found.get(place) };
}

/** All that is in a part, or an empty one in its place. */
function* wholeOf(part: JsonPart, isApart: boolean): Steps<object> {
  const whole = part.isList ? [] : {};
  for (const batch of isApart ? [] : part.batches()) {
    if (Array.isArray(whole)) whole.push(...(batch as unknown[]));
    else setMembers(whole, batch as object);
    yield;
  }
  return whole;
}

/** Plain assignment of a member called `__proto__` would set the prototype. */
function setMembers(target: object, members: object): void {
  for (const [name, value] of Object.entries(members) as [string, unknown][])
    Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}

/** The error for a text that exceeds a limit. */
export function outOfBounds(problem: string): ControlError {
  return new ControlError('invalid_json', `The body ${problem}. Send less data in one request.`);
}

/** Parses a JSON text of bounded length; throws a ControlError where it is none. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw notJson();
  }
}

function notJson(): ControlError {
  return new ControlError('invalid_json', 'The body is not valid JSON. Send one JSON object, or an empty body.');
}

/** Where the parts begin and end, and where they can be cut. */
class Split implements DepthListener {
  readonly depth = DEPTH;
  readonly parts: Part[] = [];
  problem: string | undefined;
  isBroken = false;
  readonly #bytes: Uint8Array;
  #open: Part | undefined;
  /** Bytes outside of the parts. */
  #outside = 0;
  #closedAt = -1;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  opened(at: number): void {
    this.#outside += at - this.#closedAt;
    if (this.parts.length >= MOST_PARTS)
      this.problem = `has more than ${MOST_PARTS} arrays and objects at the third level of nesting`;
    this.#open = new Part(this.#bytes, at);
    this.parts.push(this.#open);
  }

  comma(at: number): void {
    const part = this.#open;
    if (part !== undefined && this.#checkLength(part, at) >= BATCH_BYTES) part.cuts.push(at);
  }

  closed(at: number): void {
    const part = this.#open;
    if (part === undefined) return;
    this.#checkLength(part, at);
    part.end = at;
    if ((this.#bytes[at] === CLOSE_LIST) !== part.isList) this.isBroken = true;
    this.#closedAt = at;
    this.#open = undefined;
  }

  /** The text with the number of each part in its place, as an array. */
  skeleton(): Uint8Array {
    if (this.#outside + this.#bytes.length - this.#closedAt > LONGEST_VALUE_BYTES) throw outOfBounds(TOO_LONG);
    const texts: Uint8Array[] = [];
    let from = 0;
    for (const [number, { start, end }] of this.parts.entries()) {
      texts.push(this.#bytes.subarray(from, start), Buffer.from(`[${number}]`));
      from = end + 1;
    }
    return Buffer.concat([...texts, this.#bytes.subarray(from)]);
  }

  /** The length of what would be parsed together up to here. */
  #checkLength({ cuts, start }: Part, at: number): number {
    const length = at - (cuts.at(-1) ?? start);
    if (length > LONGEST_VALUE_BYTES) this.problem = TOO_LONG;
    return length;
  }
}

class Part implements JsonPart {
  readonly isList: boolean;
  readonly start: number;
  /** Commas between members that are parsed together and the next ones. */
  readonly cuts: number[] = [];
  /** The end of a part that is not closed: after the text. */
  end: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes;
    this.start = start;
    this.end = bytes.length;
    this.isList = bytes[start] === OPEN_LIST;
  }

  *batches(): Generator<unknown, void, undefined> {
    let from = this.start;
    for (const cut of [...this.cuts, this.end]) {
      yield this.#parse(from + 1, cut);
      from = cut;
    }
  }

  #parse(from: number, to: number): unknown {
    const members = this.#bytes.subarray(from, to);
    const [open, close] = this.isList ? '[]' : '{}';
    const value = parseJson(Buffer.concat([Buffer.from(open ?? ''), members, Buffer.from(close ?? '')]));
    // Between two commas there is a member.
    if (this.cuts.length > 0 && membersOf(value).length === 0) throw notJson();
    return value;
  }
}

function membersOf(value: unknown): readonly [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
