/** Readers validate values of settings: a reader returns a valid value, or reports what the value must be. */

import { didYouMean } from '../domain/near-names.ts';

/** Reports what a value must be. The steps are the path to the invalid part. */
export type Report = (says: string, ...steps: readonly (string | number)[]) => undefined;

export interface Reader<Value> {
  /** Returns the value, with objects and lists copied, or undefined after a report. */
  readonly read: (given: unknown, report: Report) => Value | undefined;
  /** The text form in a flag or a variable. A value without a form can be set only in a file. */
  readonly form?: 'boolean' | 'number' | 'text' | 'literal' | 'list' | 'media' | 'tls';
  /** The allowed values, if there are only a few. */
  readonly values?: readonly (string | number)[];
  readonly isWhole?: boolean;
  readonly least?: number;
  readonly most?: number;
}

/** The readers of an object's fields. Optional fields use `optional` or `orElse`. */
export type FieldReaders = Readonly<Record<string, Reader<unknown>>>;

export type ValueOf<Row> = Row extends Reader<infer Value> ? Value : never;

type OptionalName<Values> = { [Name in keyof Values]: undefined extends Values[Name] ? Name : never }[keyof Values];

/** The same object type, with optional fields for those that may be undefined. */
export type LeftOut<Values> = { [Name in Exclude<keyof Values, OptionalName<Values>>]: Values[Name] } & {
  [Name in OptionalName<Values>]?: Values[Name];
};

/** The message for an empty text. */
export const EMPTY = 'must not be empty';

export const boolean: Reader<boolean> = {
  form: 'boolean',
  read: (given, report) => (typeof given === 'boolean' ? given : report(`must be true or false${notGiven(given)}`)),
};

/** Returns a reader of numbers between two inclusive bounds. */
export function number(least: number, most: number, isWhole = false): Reader<number> {
  const read = (given: unknown, report: Report): number | undefined => {
    if (typeof given !== 'number' || !Number.isFinite(given)) return report(`must be a number${notGiven(given)}`);
    if (isWhole && !Number.isInteger(given)) return report(`must be a whole number, not ${given}`);
    if (given < least) return report(`must be at least ${least}, not ${given}`);
    return given > most ? report(`must be at most ${most}, not ${given}`) : given;
  };
  return { form: 'number', least, most, isWhole, read };
}

export function whole(least: number, most = Number.MAX_SAFE_INTEGER): Reader<number> {
  return number(least, most, true);
}

/** Returns a reader of strings with a minimum length. */
export function string(least = 0): Reader<string> {
  const read = (given: unknown, report: Report): string | undefined => {
    if (typeof given !== 'string') return report('must be a string');
    if (given.length >= least) return given;
    return report(least === 1 ? EMPTY : `must have at least ${least} characters`);
  };
  return { form: 'text', read };
}

/** Returns a reader of strings that a function accepts. A message never shows a secret value. */
export function textLike(isRight: (text: string) => boolean, says: string, isSecret = false): Reader<string> {
  return {
    form: 'text',
    read: (given, report) =>
      typeof given === 'string' && isRight(given) ? given : report(`${says}${isSecret ? '' : notGiven(given)}`),
  };
}

/** Returns a reader of a few values. */
export function oneOf<const Value extends string | number>(...values: readonly Value[]): Reader<Value> {
  return {
    form: values.every((value) => typeof value === 'number') ? 'literal' : 'text',
    values,
    read: (given, report) =>
      values.find((value) => value === given) ?? report(`must be one of ${values.join(', ')}${notGiven(given)}`),
  };
}

/** Returns a reader of lists with a minimum length. */
export function listOf<Value>(item: Reader<Value>, least = 0): Reader<Value[]> {
  return {
    read: (given, report) => {
      if (!Array.isArray(given)) return report('must be a list');
      if (given.length < least) return report(EMPTY);
      const items = given.map((one: unknown, at) => item.read(one, (says, ...steps) => report(says, at, ...steps)));
      return items.every((one) => one !== undefined) ? items : undefined;
    },
  };
}

/** Returns a reader of objects with these fields and no others. */
export function objectOf<Given extends FieldReaders>(
  shape: Given,
  here = 'the settings here are',
): Reader<LeftOut<{ [Name in keyof Given]: ValueOf<Given[Name]> }>> {
  const names = Object.keys(shape);
  return {
    read: (given, report) => {
      if (typeof given !== 'object' || given === null || Array.isArray(given)) return report('must be an object');
      const values: Readonly<Record<string, unknown>> = { ...given };
      let isRight = true;
      const fail: Report = (says, ...steps) => {
        isRight = false;
        return report(says, ...steps);
      };
      const read = Object.entries(shape).flatMap(([name, reader]) => {
        const value = reader.read(values[name], (says, ...steps) => fail(says, name, ...steps));
        return value === undefined ? [] : [[name, value]];
      });
      const unknown = Object.keys(values).filter((name) => !Object.hasOwn(shape, name));
      for (const name of unknown)
        fail(`is not a setting; ${didYouMean(name, names, `${here} ${names.join(', ')}`)}`, name);
      return isRight ? Object.fromEntries(read) : undefined;
    },
  };
}

/** Makes a value optional. */
export function optional<Value>(reader: Reader<Value>): Reader<Value | undefined> {
  return { ...reader, read: (given, report) => (given === undefined ? undefined : reader.read(given, report)) };
}

/** Gives a value a default. */
export function orElse<Value>(reader: Reader<Value>, fallback: unknown): Reader<Value> {
  return { ...reader, read: (given, report) => reader.read(given === undefined ? fallback : given, report) };
}

/** The maximum length of a value that a message shows. */
const LONGEST_SHOWN = 40;

/** Returns the end of a message. It shows the wrong value if the value is a short text or a number. */
function notGiven(given: unknown): string {
  if (typeof given === 'number') return `, not ${given}`;
  return typeof given === 'string' && given.length <= LONGEST_SHOWN ? `, not ${JSON.stringify(given)}` : '';
}
