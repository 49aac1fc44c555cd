/** The kinds of entry fields: how a field is captured, stored and shown. */

import type { AnsweredRequest, ResponseEnd } from './answered-request.ts';
import type { Redactor } from './redact.ts';

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

type Capture<Value> = (facts: RequestFacts) => Value | null | undefined;

interface StoredField<Kind extends string, Value, Shown> {
  readonly stored: Kind;
  readonly capture?: Capture<Value>;
  /** The position of a number that is written after the capture, in `HEAD`. */
  readonly place?: number;
  /** The length limit of a text that a client chooses. The text is also redacted. */
  readonly cut?: Cut | undefined;
  /** The request headers with this text, by lower-case names. */
  readonly headers?: readonly string[];
  /** Converts the stored value to JSON. */
  readonly show: (value: Value | undefined) => Shown;
}

export type NumberField<Shown = unknown> = StoredField<'number', number, Shown>;
export type TextField<Shown = unknown> = StoredField<'text', string, Shown>;
/** A field that `addDerived` computes from the rest of the entry. */
export type DerivedField<Shown = unknown> = StoredField<'nothing', never, Shown>;
export type EntryField<Shown = unknown> = NumberField<Shown> | TextField<Shown> | DerivedField<Shown>;

/** The value of a field, or of a group of fields. */
export type Shown<Row> =
  Row extends EntryField<infer Value> ? Value : { readonly [Name in keyof Row]: Shown<Row[Name]> };

/** Returns a field for a number that is captured, or that is written later at a position of `HEAD`. */
export function numberField<Value extends number | null = number>(source: Capture<number> | number) {
  return field<NumberField<Value>>({ ...numberSource(source), show: (value) => (value ?? null) as Value });
}

export function flagField<Value extends boolean | null = boolean>(source: Capture<number> | number) {
  const show = (bit: number | undefined): Value => (bit === undefined ? null : bit === 1) as Value;
  return field<NumberField<Value>>({ ...numberSource(source), show });
}

/** Returns a field for a time, shown as ISO 8601. */
export function timeField(capture: Capture<number>) {
  return field<NumberField<string>>({ ...numberSource(capture), show: (ms) => isoOf(ms ?? 0) });
}

function numberSource(source: Capture<number> | number) {
  return { stored: 'number' as const, ...(typeof source === 'number' ? { place: source } : { capture: source }) };
}

export function textField<Value extends string | null = string>(capture: Capture<Value & string>, cut?: Cut) {
  return field<TextField<Value>>({ stored: 'text', capture, cut, show: (text) => (text ?? null) as Value });
}

/** Returns a field for the text of the first of these request headers. */
export function headerField(...headers: readonly string[]) {
  return field<TextField<string | null>>({ stored: 'text', cut: 'header', headers, show: (text) => text ?? null });
}

/** Returns a field for a list, which is stored as JSON. `show` converts its items for public JSON. */
export function listField<Item, Readable>(
  capture: (facts: RequestFacts) => readonly Item[],
  show: (item: Item) => Readable,
) {
  return field<TextField<readonly Readable[]>>({
    stored: 'text',
    capture: (facts) => {
      const items = capture(facts);
      return items.length === 0 ? undefined : JSON.stringify(items);
    },
    show: (json) => (json === undefined ? [] : (JSON.parse(json) as Item[]).map((item) => show(item))),
  });
}

export function derivedField<Value>() {
  return field<DerivedField<Value>>({ stored: 'nothing', show: () => null as Value });
}

function field<Field extends EntryField>(own: Field): Field {
  return own;
}

/** Formats a time as ISO 8601, or as a number if it is beyond the range of Date. */
export function isoOf(ms: number): string {
  return Math.abs(ms) <= LAST_DATE ? new Date(ms).toISOString() : String(ms);
}

const LAST_DATE = 8.64e15;
