/** What a fault does, as data. No effect holds code, or an address to fetch. */

import * as z from 'zod';
import { FAILURES, type FailureCode } from '../../contract/failures.ts';

const fraction = z.number().min(0).max(1);
const milliseconds = z.number().min(0).max(86_400_000);
const header = z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'must be a header value in one line');

/** Answers instead of the engine, or in place of what the engine answered. */
const Answer = z.strictObject({
  kind: z.literal('answer'),
  status: z.int().min(200).max(599).default(503),
  /** The code of the envelope; it may be one that no server of ours knows. */
  code: z.string().min(1).optional(),
  message: z.string().optional(),
  headers: z.record(z.string().regex(/^[a-z0-9-]+$/, 'must be a header name in lower case'), header).default({}),
  /** Seconds, any text, or an HTTP date so many seconds ahead on the account's clock. */
  retryAfter: z.union([z.number(), header, z.strictObject({ dateIn: z.number() })]).optional(),
  body: z
    .union([
      z.enum(['envelope', 'empty', 'html', 'malformed']),
      z.strictObject({ json: z.json() }),
      z.strictObject({ text: z.string() }),
    ])
    .default('envelope'),
  contentType: header.optional(),
});

/** Waits before the headers, or between them and the first byte of the body. */
const Delay = z.strictObject({
  kind: z.literal('delay'),
  ms: z.union([
    milliseconds,
    z.strictObject({ uniform: z.tuple([milliseconds, milliseconds]) }),
    z.strictObject({ lognormal: z.strictObject({ median: milliseconds, sigma: z.number().min(0).max(5) }) }),
  ]),
  before: z.enum(['headers', 'body']).default('headers'),
});

/** Ends the connection: `reset` with a RST, `cut` with an orderly end, `stall` by falling silent. */
const Break = z.strictObject({
  kind: z.enum(['reset', 'cut', 'stall']),
  /** Before the headers, after them, or at a fraction of the body. */
  at: z.union([z.enum(['start', 'headers']), fraction]).default('start'),
  /** `chunked` leaves Content-Length out, so that only the missing last chunk shows what is missing. */
  length: z.enum(['kept', 'chunked']).default('kept'),
});

/** Takes the request and never answers. */
const Drop = z.strictObject({ kind: z.literal('drop') });

const Throttle = z.strictObject({ kind: z.literal('throttle'), bytesPerSecond: z.number().min(1) });

/** Changes how a generation that is being created will go. */
const Outcome = z.strictObject({
  kind: z.literal('outcome'),
  fail: z
    .strictObject({
      from: z.enum(['pending', 'running']),
      code: z.enum(failureCodes()),
      /** The number of the input file that it is about, counted from 1. */
      input: z.int().min(1).optional(),
    })
    .optional(),
  stick: z.enum(['pending', 'running']).optional(),
  /** How long a stuck running one runs until it fails with `generation_timeout`. */
  giveUpMs: milliseconds.default(45 * 60_000),
  skipRunning: z.boolean().default(false),
  /** Violations of the document, on purpose: a refund that comes a look late, twice, or never. */
  refund: z.enum(['late', 'twice', 'never']).optional(),
});

/** Changes a record on its way out. */
const RecordPatch = z.strictObject({
  kind: z.literal('record'),
  status: z.string().min(1).optional(),
  set: z.record(z.string(), z.json()).default({}),
  remove: z.array(z.string()).default([]),
});

/** Changes how a clip is sent, or the clip itself. */
const Content = z.strictObject({
  kind: z.literal('content'),
  ignoreRange: z.boolean().default(false),
  changeEtag: z.boolean().default(false),
  /** Bytes by which Content-Length is wrong. */
  lengthDelta: z.int().default(0),
  damage: z.enum(['moov-cut', 'bytes-flipped', 'wrong-fps']).optional(),
});

/** Changes the account: once the request has been answered, or before its work where the rule names such a phase. */
const AccountChange = z.strictObject({
  kind: z.literal('account'),
  balanceUsd: z.number().min(0).optional(),
  revokeKey: z.boolean().default(false),
  advanceMs: z.number().optional(),
});

/** Prices that are other than the table says: the cost of this create is multiplied. */
const Price = z.strictObject({ kind: z.literal('price'), factor: z.number().min(0).max(1000) });

export const Effect = z.discriminatedUnion('kind', [
  Answer,
  Delay,
  Break,
  Drop,
  Throttle,
  Outcome,
  RecordPatch,
  Content,
  AccountChange,
  Price,
]);

export type Effect = z.output<typeof Effect>;
export type EffectOf<Kind extends Effect['kind']> = Extract<Effect, { kind: Kind }>;
export type AnswerEffect = z.output<typeof Answer>;
export type DelayEffect = z.output<typeof Delay>;
export type BreakEffect = z.output<typeof Break>;
export type RecordEffect = z.output<typeof RecordPatch>;
export type ContentEffect = z.output<typeof Content>;

function failureCodes(): FailureCode[] {
  return Object.keys(FAILURES).filter((code): code is FailureCode => Object.hasOwn(FAILURES, code));
}
