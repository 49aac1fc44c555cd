/** The kinds of entry fields: how a field is captured, stored and shown. */

import { hash } from 'node:crypto';
import type { AnsweredRequest, ResponseEnd } from './answered-request.ts';
import type { Redactor } from './redact.ts';
import type { EntryReference } from './log-segment.ts';

/** The facts from which fields are captured. */
export interface RequestFacts extends AnsweredRequest {
  readonly hasAuthorization: boolean;
  /** The arrival time on the machine's clock. */
  readonly realAt: number;
  readonly engineMs: number;
  readonly redactor: Redactor;
  readonly end: ResponseEnd | undefined;
}

/** The length limit of a text that a client chooses. */
export type Cut = 'header' | 'target' | 'body';

export interface NumberField<Shown = unknown> {
  readonly stored: 'number';
  /** The position among the numbers of an entry, if the number is written after the capture. */
  readonly place?: number;
  readonly capture?: (facts: RequestFacts) => number | undefined;
  readonly show: (number: number | undefined) => Shown;
}

export interface TextField<Shown = unknown> {
  readonly stored: 'text';
  /** Returns the text. Absent if the text comes from a header. */
  readonly capture?: (facts: RequestFacts) => string | null | undefined;
  /** The length limit of a text that a client chooses. The text is also redacted. */
  readonly cut?: Cut | undefined;
  /** The request headers with this text, by lower-case names. */
  readonly headers?: readonly string[];
  readonly show: (text: string | undefined) => Shown;
  /** Completes the field from the rest of the entry. */
  readonly derive?: Derive<Shown>;
}

/** A field that is computed from the rest of the entry when the entry is read. */
export interface DerivedField<Shown = unknown> {
  readonly stored: 'nothing';
  readonly derive: Derive<Shown>;
}

/** The first parameter has the type of the part of the entry that the function reads. */
type Derive<Shown> = (entry: never, reference: EntryReference) => Shown;

export type EntryField<Shown = unknown> = NumberField<Shown> | TextField<Shown> | DerivedField<Shown>;

/** The value of a field, or of a group of fields. */
export type Shown<Row> =
  Row extends EntryField<infer Value> ? Value : { readonly [Name in keyof Row]: Shown<Row[Name]> };

/** Returns a field for a number that the log or the receipt writes. */
export function placedNumber(place: number): NumberField<number> {
  return { stored: 'number', place, show: orZero };
}

export function placedNumberOrNull(place: number): NumberField<number | null> {
  return { stored: 'number', place, show: orNull };
}

export function numberField(capture: (facts: RequestFacts) => number | undefined): NumberField<number> {
  return { stored: 'number', capture, show: orZero };
}

export function numberOrNullField(capture: (facts: RequestFacts) => number | undefined): NumberField<number | null> {
  return { stored: 'number', capture, show: orNull };
}

/** Returns a field for a time, shown as ISO 8601. */
export function timeField(capture: (facts: RequestFacts) => number): NumberField<string> {
  return { stored: 'number', capture, show: (ms) => isoOf(orZero(ms)) };
}

export function flagField(capture: (facts: RequestFacts) => boolean): NumberField<boolean> {
  return { stored: 'number', capture: (facts) => Number(capture(facts)), show: (bit) => bit === 1 };
}

export function textField(capture: (facts: RequestFacts) => string, cut?: Cut): TextField<string> {
  return { stored: 'text', capture, cut, show: (kept) => kept ?? '' };
}

export function textOrNullField<Text extends string>(
  capture: (facts: RequestFacts) => Text | null | undefined,
  cut?: Cut,
): TextField<Text | null> {
  return { stored: 'text', capture, cut, show: (kept) => (kept as Text | undefined) ?? null };
}

/** Returns a field for the text of the first of these request headers. */
export function headerField(...headers: readonly string[]): TextField<string | null> {
  return { stored: 'text', cut: 'header', headers, show: orNull };
}

/** Returns a field for a list, which is stored as JSON. `show` converts its items for public JSON. */
export function listField<Item, Readable = Item>(
  capture: (facts: RequestFacts) => readonly Item[],
  show?: (item: Item) => Readable,
): TextField<readonly Readable[]> {
  return {
    stored: 'text',
    capture: (facts) => {
      const items = capture(facts);
      return items.length === 0 ? undefined : JSON.stringify(items);
    },
    show: (json) => {
      if (json === undefined) return [];
      const items: Item[] = JSON.parse(json);
      return show === undefined ? (items as unknown[] as Readable[]) : items.map(show);
    },
  };
}

export function derivedField<Value>(derive: Derive<Value>): DerivedField<Value> {
  return { stored: 'nothing', derive };
}

function orZero(number: number | undefined): number {
  return number ?? 0;
}

function orNull<Value>(value: Value | undefined): Value | null {
  return value ?? null;
}

/** Formats a time as ISO 8601, or as a number if it is beyond the range of Date. */
export function isoOf(ms: number): string {
  return Math.abs(ms) <= LAST_DATE ? new Date(ms).toISOString() : String(ms);
}

const LAST_DATE = 8.64e15;

/** Returns the digest that distinguishes bodies. */
export function hashOf(body: Uint8Array | string): string {
  return hash('sha256', body, 'base64url');
}
