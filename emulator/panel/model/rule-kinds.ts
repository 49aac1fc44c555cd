/** Defines the eight kinds of custom rules in the form "What should go wrong?", and the fields of the form. */

import type { OperationName } from '../../../contract/error-entry.ts';
import { FAILURE_STATES } from '../../../contract/failures.ts';
import type { JsonObject } from './json.ts';

/** A field of the form. The browser checks the typed text by the attributes of the input. */
export interface RuleField extends InputChecks {
  /** The place of the value in the rule, such as `effect.status`. */
  readonly path: string;
  readonly label: string;
  readonly kind: 'number' | 'text' | 'choice' | 'flag' | 'json' | 'list';
  /** The values of a choice. The value of the default is empty. */
  readonly options?: readonly (readonly [value: string, words?: string])[];
  /** The value of a flag that is set. */
  readonly flag?: unknown;
  /** The factor from the number in the form to the number in the rule. */
  readonly scale?: number;
  readonly unit?: string;
  readonly hint?: string;
}

/** The attributes of an input. A required field is shown only if the chosen effect has its value. */
export interface InputChecks {
  readonly required?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly pattern?: string;
  readonly placeholder?: string;
}

export interface RuleKind {
  readonly title: string;
  /** The operations on which the effect can act. The first operation is the default. */
  readonly operations: readonly [OperationName, ...OperationName[]];
  /** The label of the choice between the effects. */
  readonly label?: string;
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
const code = 'generation_failed';
const FAILURE_CODES = Object.keys(FAILURE_STATES).map((name) => [name] as const);
const BODIES = [['', 'documented error'], ['empty'], ['html', 'HTML page'], ['malformed', 'broken JSON']] as const;
const REFUNDS = [['', 'as documented'], ['late', 'one poll late'], ['twice'], ['never']] as const;

/** The kinds in the order of the form. */
export const RULE_KINDS: readonly [RuleKind, ...RuleKind[]] = [
  {
    title: 'Return an error',
    operations: ['create', 'get', 'content'],
    effects: effects('answer', ['', { status: 503 }]),
    fields: [
      needed('effect.status', 'Status', { min: 200, max: 599, step: 1 }),
      text('effect.code', 'Error code', { placeholder: 'default for the status' }),
      number('effect.retry_after', 'Retry-After', { ...seconds, placeholder: 'none' }),
      choice('effect.body', 'Body', { options: BODIES }),
    ],
  },
  {
    title: 'Be slow',
    operations: ['content', 'get', 'create'],
    label: 'Where',
    effects: [
      ['before the headers', { kind: 'delay', ms: 10_000 }],
      ['before the body', { kind: 'delay', ms: 10_000, before: 'body' }],
      ['during the whole download', { kind: 'throttle', bytes_per_second: 1000 }],
    ],
    fields: [
      needed('effect.ms', 'Wait', { ...seconds, scale: 1000 }),
      needed('effect.bytes_per_second', 'Speed', { unit: 'bytes per second', min: 1 }),
    ],
  },
  {
    title: 'Break the connection',
    operations: ['content', 'get', 'create'],
    label: 'How',
    effects: [
      ['reset after part', { kind: 'reset', at: 0.4 }],
      ['close after part', { kind: 'cut', at: 0.4 }],
      ['stall after part', { kind: 'stall', at: 0.4 }],
      ['reset after headers', { kind: 'reset', at: 'headers' }],
      ['close after headers', { kind: 'cut', at: 'headers' }],
      ['stall after headers', { kind: 'stall', at: 'headers' }],
      ['reset before headers', { kind: 'reset' }],
      ['close before headers', { kind: 'cut' }],
      ['never answer', { kind: 'drop' }],
    ],
    fields: [needed('effect.at', 'Part sent', { unit: '%', min: 0, max: 100, scale: 0.01 })],
  },
  {
    title: 'Change the generation',
    operations: ['create'],
    label: 'What happens',
    effects: effects(
      'outcome',
      ['fails while running', { fail: { from: 'running', code } }],
      ['fails while pending', { fail: { from: 'pending', code } }],
      ['stays running, then times out', { stick: 'running', give_up_seconds: 3600 }],
      ['stays pending', { stick: 'pending' }],
      ['is never seen running', { skip_running: true }],
      ['nothing else', {}],
    ),
    fields: [
      choice('effect.fail.code', 'Failure code', { required: true, options: FAILURE_CODES }),
      needed('effect.give_up_seconds', 'Times out after', seconds),
      choice('effect.refund', 'Refund', { options: REFUNDS }),
    ],
  },
  {
    title: 'Change the record',
    operations: ['get', 'create'],
    effects: effects('record', ['', { status: 'paused' }]),
    fields: [
      text('effect.status', 'Status that the record shows', { placeholder: 'unchanged' }),
      fieldOf('json')('effect.set', 'Fields to set, as JSON', { placeholder: '{"progress": 110}' }),
      fieldOf('list')('effect.remove', 'Fields to remove', { placeholder: 'output, cost_usd' }),
    ],
  },
  {
    title: 'Damage the download',
    operations: ['content'],
    label: 'What is wrong',
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
    fields: [needed('effect.length_delta', 'Added to Content-Length', { unit: 'bytes', step: 1 })],
  },
  {
    title: 'Change the account',
    operations: ['create', 'get', 'content'],
    effects: effects('account', ['', { balance_usd: 0 }]),
    fields: [
      number('effect.balance_usd', 'New balance', { unit: 'USD', min: 0, max: 1_000_000_000 }),
      flag('effect.revoke_key', 'Revoke the key', { flag: true }),
      number('effect.advance_seconds', 'Move the clock by', { unit: 's' }),
    ],
  },
  {
    title: 'Change the price',
    operations: ['create'],
    effects: effects('price', ['', { factor: 1.1 }]),
    fields: [needed('effect.factor', 'Multiply the cost by', { min: 0, max: 1000 })],
  },
];

const whole = (min: number) => ({ min, step: 1, hint: `Enter ${min} or a larger whole number.` });
export const PROMPT_FIELD = text('match.prompt', 'Prompt contains', { placeholder: 'any prompt' });
export const COUNT_FIELDS: readonly RuleField[] = [
  number('when.first', 'Number of requests', { placeholder: 'all', ...whole(1) }),
  number('when.after', 'Requests to skip first', { placeholder: '0', ...whole(0) }),
  number('when.probability', 'Chance', { min: 0, max: 100, unit: '%', scale: 0.01, placeholder: '100' }),
  flag('when.per', 'Count each generation separately', { flag: 'generation' }),
];
export const KEEP_FIELD = flag('keep', "Don't expire", { flag: true });
export const END_FIELDS: readonly RuleField[] = [
  KEEP_FIELD,
  text('id', 'Name (optional)', {
    pattern: '[A-Za-z0-9._:\\-]{1,100}',
    hint: 'Use 1 to 100 letters, digits or . _ : -',
  }),
];
