/** Defines the eight kinds of custom rules in the form "What should go wrong?", and the fields of the form. */

import type { OperationName } from '../../../contract/error-entry.ts';
import { FAILURE_CODES } from '../../../contract/failures.ts';
import type { JsonObject } from './json.ts';
import { operationNoun } from './requests.ts';

/** A field of the form. The browser checks the typed text by the attributes of the input. */
export interface RuleField extends InputChecks {
  /** The place of the value in the rule, such as `effect.status`. */
  readonly path: string;
  readonly label: string;
  readonly kind: 'number' | 'text' | 'choice' | 'flag' | 'json';
  /** The values of a choice. The value of the default is empty. */
  readonly options?: readonly (readonly [value: string, words?: string])[];
  /** The value of a flag that is set. */
  readonly on?: unknown;
  /** The factor from the number in the form to the number in the rule. */
  readonly scale?: number;
  readonly unit?: string;
}

/** The attributes of an input. If `required` is given, the field is shown only for effects with its value. */
export interface InputChecks {
  readonly required?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly pattern?: string;
  readonly placeholder?: string;
  /** The allowed values, if `min` and `max` do not describe them. */
  readonly hint?: string;
}

export interface RuleKind {
  readonly title: string;
  /** The operations on which the effect can act. The first operation is the default. */
  readonly operations: readonly [OperationName, ...OperationName[]];
  /** The effects with the first values of their fields. The first effect is the default. */
  readonly effects: readonly [RuleEffect, ...RuleEffect[]];
  readonly fields: readonly RuleField[];
}

export type RuleEffect = readonly [words: string, effect: JsonObject];

type MakeField = (path: string, label: string, more?: Partial<RuleField>) => RuleField;
const fieldOf =
  (kind: RuleField['kind']): MakeField =>
  (path, label, more) => ({ kind, path, label, ...more });
const number = fieldOf('number');
const text = fieldOf('text');
const choice = fieldOf('choice');
const flag = fieldOf('flag');
const needed: MakeField = (path, label, more) => number(path, label, { required: true, ...more });
const effects = (kind: string, first: RuleEffect, ...others: RuleEffect[]): readonly [RuleEffect, ...RuleEffect[]] => {
  const named = ([words, effect]: RuleEffect): RuleEffect => [words, { kind, ...effect }];
  return [named(first), ...others.map(named)];
};
const seconds = { unit: 's', min: 0, max: 86_400 };
const CODES = FAILURE_CODES.map((name) => [name] as const);
const code = 'generation_failed';
const BODIES = [['', 'documented error'], ['empty'], ['html', 'HTML page'], ['malformed', 'broken JSON']] as const;
const REFUNDS = [['', 'as documented'], ['late', 'one poll late'], ['twice'], ['never']] as const;

/** The kinds in the order of the form. */
export const RULE_KINDS: readonly [RuleKind, ...RuleKind[]] = [
  {
    title: 'Return an error',
    operations: ['create', 'get', 'content'],
    effects: effects('answer', ['returns an error', { status: 503 }]),
    fields: [
      number('effect.status', 'Status', { required: false, min: 200, max: 599, step: 1, placeholder: '503' }),
      text('effect.code', 'Error code', { placeholder: 'default for the status' }),
      number('effect.retry_after', 'Retry-After', { ...seconds, placeholder: 'none' }),
      choice('effect.body', 'Body', { options: BODIES }),
    ],
  },
  {
    title: 'Be slow',
    operations: ['content', 'get', 'create'],
    effects: [
      ['waits before the headers', { kind: 'delay', ms: 10_000 }],
      ['waits before the body', { kind: 'delay', ms: 10_000, before: 'body' }],
      ['sends the body slowly', { kind: 'throttle', bytes_per_second: 1000 }],
    ],
    fields: [
      needed('effect.ms', 'Wait', { ...seconds, scale: 1000 }),
      needed('effect.bytes_per_second', 'Speed', { unit: 'bytes per second', min: 1 }),
    ],
  },
  {
    title: 'Break the connection',
    operations: ['content', 'get', 'create'],
    effects: [
      ['resets the connection after a part of the body', { kind: 'reset', at: 0.4 }],
      ['closes the connection after a part of the body', { kind: 'cut', at: 0.4 }],
      ['sends nothing more after a part of the body', { kind: 'stall', at: 0.4 }],
      ['resets the connection after the headers', { kind: 'reset', at: 'headers' }],
      ['closes the connection after the headers', { kind: 'cut', at: 'headers' }],
      ['sends nothing more after the headers', { kind: 'stall', at: 'headers' }],
      ['resets the connection before the headers', { kind: 'reset' }],
      ['closes the connection before the headers', { kind: 'cut' }],
      ['never answers', { kind: 'drop' }],
    ],
    fields: [needed('effect.at', 'Part sent', { unit: '%', min: 0, max: 100, scale: 0.01 })],
  },
  {
    title: 'Change the generation',
    operations: ['create'],
    effects: effects(
      'outcome',
      ['the generation fails while running', { fail: { from: 'running', code } }],
      ['the generation fails while pending', { fail: { from: 'pending', code } }],
      ['the generation stays running, then times out', { stick: 'running', give_up_seconds: 3600 }],
      ['the generation stays pending', { stick: 'pending' }],
      ['the generation is never seen running', { skip_running: true }],
      ['the generation runs normally', {}],
    ),
    fields: [
      choice('effect.fail.code', 'Failure code', { required: true, options: CODES }),
      number('effect.give_up_seconds', 'Timeout', { ...seconds, required: false, placeholder: '2700' }),
      choice('effect.refund', 'Refund', { options: REFUNDS }),
    ],
  },
  {
    title: 'Change the record',
    operations: ['get', 'create'],
    effects: effects('record', ['changes the record', { status: 'paused' }]),
    fields: [
      text('effect.status', 'Shown status', { placeholder: 'unchanged' }),
      fieldOf('json')('effect.set', 'Fields to set, as JSON', { placeholder: '{"progress": 110}' }),
    ],
  },
  {
    title: 'Damage the download',
    operations: ['content'],
    effects: effects(
      'content',
      ['ranges are ignored', { ignore_range: true }],
      ['each response has another ETag', { change_etag: true }],
      ['each response redirects to another origin', { other_origin: true }],
      ['parts are shorter than they say', { wrong_part: 'shorter' }],
      ['parts begin elsewhere', { wrong_part: 'elsewhere' }],
      ['parts name another total size', { wrong_part: 'other-total' }],
      ['the clip has no index', { damage: 'moov-cut' }],
      ['the clip has wrong bytes', { damage: 'bytes-flipped' }],
      ['the clip has another frame rate', { damage: 'wrong-fps' }],
      ['Content-Length is wrong', { length_delta: 1000 }],
    ),
    fields: [needed('effect.length_delta', 'Added length', { unit: 'bytes', step: 1 })],
  },
  {
    title: 'Change the account',
    operations: ['create', 'get', 'content'],
    effects: effects('account', ['changes the account', { balance_usd: 0 }]),
    fields: [
      number('effect.balance_usd', 'New balance', { unit: 'USD', min: 0, max: 1_000_000_000 }),
      flag('effect.revoke_key', 'Revoke the key', { on: true }),
      number('effect.advance_seconds', 'Move the clock by', { unit: 's' }),
    ],
  },
  {
    title: 'Change the price',
    operations: ['create'],
    effects: effects('price', ['multiplies the cost', { factor: 1.1 }]),
    fields: [needed('effect.factor', 'Factor', { min: 0, max: 1000 })],
  },
];

/** The limit of a new rule. */
export const LIMIT = { hits: 1000, ttl_seconds: 600 };

const whole = (min: number) => ({ min, step: 1, hint: `Enter ${min} or a larger whole number.` });

/** Returns the fields that choose the requests of a rule. A rule of several operations can also match all requests. */
export function requestFields({ operations }: RuleKind): readonly RuleField[] {
  const options = operations.map((name) => [name, `${operationNoun(name)}s`] as const);
  return [
    choice('match.operation', 'Requests', { options: options.length > 1 ? [...options, ALL] : options }),
    text('match.prompt', 'Prompt contains', { placeholder: 'any prompt, in any case' }),
  ];
}

const ALL = ['', 'all requests'] as const;
const EACH_FIELD = flag('when.per', 'Count per generation', { on: 'generation' });
const COUNT_FIELDS: readonly RuleField[] = [
  number('when.first', 'Number of requests', { placeholder: 'all', ...whole(1) }),
  number('when.after', 'Requests to skip first', { placeholder: '0', ...whole(0) }),
  number('when.probability', 'Chance', { min: 0, max: 100, unit: '%', scale: 0.01, placeholder: '100' }),
];

/** Returns the fields that count requests. A generation has only one create, so its creates are not counted apart. */
export function countFields(isCreate: boolean): readonly RuleField[] {
  return isCreate ? COUNT_FIELDS : [...COUNT_FIELDS, EACH_FIELD];
}

export const END_FIELDS: readonly RuleField[] = [
  number('limit.ttl_seconds', 'Expires after', { unit: 'min', min: 0.1, max: 1440, scale: 60, placeholder: 'never' }),
  number('limit.hits', 'Most failures', { placeholder: 'no limit', ...whole(1) }),
  text('id', 'Name (optional)', {
    pattern: '[A-Za-z0-9._:\\-]{1,100}',
    hint: 'Use 1 to 100 letters, digits or . _ : -',
  }),
];
