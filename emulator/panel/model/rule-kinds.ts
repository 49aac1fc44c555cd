/** Defines the eight kinds of custom rules in the form "What should go wrong?". */

import type { OperationName } from '../../../contract/error-entry.ts';
import { FAILURES } from '../../../contract/failures.ts';
import type { JsonObject } from './rule-json.ts';

export interface RuleOption {
  readonly label: string;
  /** The part of the effect that the option sets. */
  readonly set: JsonObject;
  /** The fields that apply only with this option. */
  readonly also?: readonly string[];
}

export interface RuleField {
  /** The name in the form and in the effect. */
  readonly name: string;
  readonly label: string;
  readonly kind: 'number' | 'text' | 'choice' | 'flag' | 'json' | 'list';
  readonly options?: readonly RuleOption[];
  /** The factor from the field's number to the effect's number. */
  readonly scale?: number;
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  readonly isWhole?: boolean;
  readonly isNeeded?: boolean;
  readonly placeholder?: string;
  readonly pattern?: readonly [form: RegExp, problem: string];
}

export interface RuleKind {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly fields: readonly RuleField[];
  /** The initial values of the fields. The value of a choice is the index of its option. */
  readonly initial: Readonly<Record<string, string>>;
  /** The part of the effect that all rules of this kind share. */
  readonly effect: JsonObject;
  /** The operations on which the effect can act. The first operation is the default. */
  readonly operations: readonly [OperationName, ...OperationName[]];
}

const number = (name: string, label: string, more: Partial<RuleField> = {}): RuleField => {
  return { name, label, kind: 'number', isNeeded: true, ...more };
};
const choice = (name: string, label: string, options: readonly RuleOption[]): RuleField => {
  return { name, label, kind: 'choice', options };
};
const option = (label: string, set: JsonObject = {}, ...also: string[]): RuleOption => ({ label, set, also });
const seconds = { unit: 's', min: 0, max: 86_400 };

/** The kinds in the order of the form. */
export const RULE_KINDS: readonly RuleKind[] = [
  {
    name: 'answer',
    title: 'Answer an error',
    about: '429, 503, 402 or any other status',
    fields: [
      number('status', 'Status', { min: 200, max: 599, isWhole: true }),
      { name: 'code', label: 'Error code', kind: 'text', placeholder: 'fits the status' },
      number('retry_after', 'Retry-After', { ...seconds, isNeeded: false, placeholder: 'none' }),
      choice('body', 'Body', [
        option('documented error'),
        option('empty', { body: 'empty' }),
        option('HTML page', { body: 'html' }),
        option('broken JSON', { body: 'malformed' }),
      ]),
    ],
    initial: { status: '503' },
    effect: { kind: 'answer' },
    operations: ['create', 'get', 'content'],
  },
  {
    name: 'slow',
    title: 'Be slow',
    about: 'late headers, a late first byte, a slow download',
    fields: [
      choice('where', 'Where', [
        option('before the headers', { kind: 'delay' }, 'ms'),
        option('before the body', { kind: 'delay', before: 'body' }, 'ms'),
        option('during the whole download', { kind: 'throttle' }, 'bytes_per_second'),
      ]),
      number('ms', 'Wait', { ...seconds, scale: 1000 }),
      number('bytes_per_second', 'Speed', { unit: 'bytes per second', min: 1 }),
    ],
    initial: { ms: '10', bytes_per_second: '1000' },
    effect: {},
    operations: ['content', 'get', 'create'],
  },
  {
    name: 'break',
    title: 'Break the connection',
    about: 'reset, cut, stall, or never answer',
    fields: [
      choice('how', 'How', [
        option('reset (RST)', { kind: 'reset' }, 'when'),
        option('close (FIN)', { kind: 'cut' }, 'when'),
        option('send nothing more', { kind: 'stall' }, 'when'),
        option('never answer', { kind: 'drop' }),
      ]),
      choice('when', 'When', [
        option('before the headers'),
        option('after the headers', { at: 'headers' }),
        option('after a part of the body', {}, 'at'),
      ]),
      number('at', 'Part sent', { unit: '%', min: 0, max: 100, scale: 0.01 }),
    ],
    initial: { when: '2', at: '40' },
    effect: {},
    operations: ['content', 'get', 'create'],
  },
  {
    name: 'fail',
    title: 'Let the generation fail',
    about: 'fail with a code, stay stuck, refund wrongly',
    fields: [
      choice('course', 'What happens', [
        option('fails while running', { fail: { from: 'running' } }, 'failure'),
        option('fails while pending', { fail: { from: 'pending' } }, 'failure'),
        option('stays running, then times out', { stick: 'running' }, 'give_up_seconds'),
        option('stays pending', { stick: 'pending' }),
        option('is never seen running', { skip_running: true }),
        option('nothing else'),
      ]),
      choice(
        'failure',
        'Failure code',
        Object.keys(FAILURES).map((code) => option(code, { fail: { code } })),
      ),
      number('give_up_seconds', 'Times out after', seconds),
      choice('refund', 'Refund', [
        option('as documented'),
        option('one poll late', { refund: 'late' }),
        option('twice', { refund: 'twice' }),
        option('never', { refund: 'never' }),
      ]),
    ],
    initial: { give_up_seconds: '3600', failure: String(Object.keys(FAILURES).indexOf('generation_failed')) },
    effect: { kind: 'outcome' },
    operations: ['create'],
  },
  {
    name: 'record',
    title: 'Spoil the record',
    about: 'odd statuses, extra or missing fields',
    fields: [
      { name: 'status', label: 'Status that the record shows', kind: 'text', placeholder: 'paused' },
      { name: 'set', label: 'Fields to set, as JSON', kind: 'json', placeholder: '{"progress": 110}' },
      { name: 'remove', label: 'Fields to remove', kind: 'list', placeholder: 'output, cost_usd' },
    ],
    initial: { status: 'paused' },
    effect: { kind: 'record' },
    operations: ['get', 'create'],
  },
  {
    name: 'content',
    title: 'Spoil the download',
    about: 'ignored ranges, wrong parts, damaged clips',
    fields: [
      choice('flaw', 'What is wrong', [
        option('ranges are ignored', { ignore_range: true }),
        option('each response has another ETag', { change_etag: true }),
        option('redirect to another origin', { other_origin: true }),
        option('parts are shorter than they say', { wrong_part: 'shorter' }),
        option('parts begin elsewhere', { wrong_part: 'elsewhere' }),
        option('parts name another total size', { wrong_part: 'other-total' }),
        option('the clip has no index', { damage: 'moov-cut' }),
        option('the clip has wrong bytes', { damage: 'bytes-flipped' }),
        option('the clip has another frame rate', { damage: 'wrong-fps' }),
        option('Content-Length is wrong', {}, 'length_delta'),
      ]),
      number('length_delta', 'Added to Content-Length', { unit: 'bytes', isWhole: true }),
    ],
    initial: { length_delta: '1000' },
    effect: { kind: 'content' },
    operations: ['content'],
  },
  {
    name: 'account',
    title: 'Change the account',
    about: 'empty the balance, revoke the key, jump the clock',
    fields: [
      number('balance_usd', 'New balance', { unit: 'USD', min: 0, max: 1_000_000_000, isNeeded: false }),
      { name: 'revoke_key', label: 'Revoke the key', kind: 'flag' },
      number('advance_seconds', 'Move the clock by', { unit: 's', isNeeded: false }),
    ],
    initial: { balance_usd: '0' },
    effect: { kind: 'account' },
    operations: ['create', 'get', 'content'],
  },
  {
    name: 'price',
    title: 'Change the price',
    about: 'charge more or less than the price table',
    fields: [number('factor', 'Multiply the cost by', { min: 0, max: 1000 })],
    initial: { factor: '1.1' },
    effect: { kind: 'price' },
    operations: ['create'],
  },
];
