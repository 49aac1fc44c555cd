/** The effects of faults as data. They contain neither code nor URLs to fetch. */

import * as z from 'zod';
import { FAILURE_CODES } from '../../contract/failures.ts';

const fraction = z.number().min(0).max(1);
const milliseconds = z.number().min(0).max(86_400_000);
const header = z
  .string()
  .max(8192)
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'must be a header value on one line');
/** A hundred years. The last year of an HTTP date is 9999. */
const LONGEST_SECONDS = 3_155_760_000;
const secondsAhead = z.number().min(-LONGEST_SECONDS).max(LONGEST_SECONDS);
/** Headers that frame or identify a message. A rule that set them would break the connection as no real server does. */
const FRAMING = [
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-request-id',
];
const headerName = z
  .string()
  .regex(/^[a-z0-9-]+$/, 'must be a header name in lower case')
  .refine((name) => !FRAMING.includes(name), {
    error: `must not be one of ${FRAMING.join(', ')}; to change those headers, use effects of kind cut, content or reset`,
  });

const Answer = z.strictObject({
  kind: z
    .literal('answer')
    .describe(
      'sends this response. Depending on the phase, the engine does not process the request, or the response of the engine is replaced',
    ),
  status: z.int().min(200).max(599).default(503).describe('the status of the response'),
  code: z
    .string()
    .min(1)
    .optional()
    .describe('the error code, which may be undocumented; by default a code that fits the status'),
  message: z.string().optional().describe('the message of the error'),
  headers: z.record(headerName, header).default({}).describe('additional headers; their names must be in lower case'),
  retryAfter: z
    .union(
      [
        z.number(),
        header,
        z.strictObject({ dateInSeconds: secondsAhead.describe('an HTTP date this many seconds in the future') }),
      ],
      {
        error: 'must be a number of seconds, a string, or { dateInSeconds: <seconds> }, at most a hundred years',
      },
    )
    .optional()
    .describe(
      "the Retry-After header: a number of seconds, any text, or an HTTP date in the future on the account's clock",
    ),
  body: z
    .union(
      [
        z.enum(['envelope', 'empty', 'html', 'malformed']),
        z.strictObject({ json: z.json().describe('any value, sent as JSON') }),
        z.strictObject({ text: z.string().describe('any text, sent unchanged') }),
      ],
      { error: 'must be "envelope", "empty", "html", "malformed", { json: <any value> } or { text: <a string> }' },
    )
    .default('envelope')
    .describe(
      'the body: a documented error (`envelope`), nothing (`empty`), an HTML page (`html`), broken JSON (`malformed`), or your own JSON or text',
    ),
  contentType: header.optional().describe('the Content-Type header; by default the type of the body'),
});

const Delay = z.strictObject({
  kind: z.literal('delay').describe('waits'),
  ms: z
    .union(
      [
        milliseconds,
        z.strictObject({
          uniform: z
            .tuple([milliseconds, milliseconds])
            .refine(([from, to]) => from <= to, 'must have the smaller number first')
            .describe('the shortest and the longest delay; all values between them are equally likely'),
        }),
        z.strictObject({
          lognormal: z
            .strictObject({
              median: milliseconds.describe('the median: half of the delays are shorter'),
              sigma: z.number().min(0).max(5).describe('the spread of the delays; with 0, all delays are the median'),
            })
            .describe('delays that are mostly near the median, and sometimes much longer'),
        }),
      ],
      {
        error:
          'must be a number of milliseconds from 0 to 86400000, { uniform: [from, to] } or { lognormal: { median, sigma } }',
      },
    )
    .describe('the delay in milliseconds: a number, or a random distribution'),
  before: z
    .enum(['headers', 'body'])
    .default('headers')
    .describe('where the delay is: before the headers, or between the headers and the body'),
});

const Break = z.strictObject({
  kind: z
    .enum(['reset', 'cut', 'stall'])
    .describe('ends the response early: `reset` with RST, `cut` with FIN, `stall` by sending no more bytes'),
  at: z
    .union([z.enum(['start', 'headers']), fraction], { error: 'must be "start", "headers" or a number from 0 to 1' })
    .default('start')
    .describe(
      'where the response ends: before the headers (`start`), after the headers (`headers`), or after a fraction of the body',
    ),
  length: z
    .enum(['kept', 'chunked'])
    .default('kept')
    .describe('`chunked` omits Content-Length, so that only the missing last chunk shows that the body is incomplete'),
});

const Drop = z.strictObject({ kind: z.literal('drop').describe('accepts the request and never responds') });

const Throttle = z.strictObject({
  kind: z.literal('throttle').describe('sends the body slowly'),
  bytesPerSecond: z.number().min(1).describe('bytes of the body per second'),
});

const Outcome = z.strictObject({
  kind: z.literal('outcome').describe('changes the plan or the refund of the generation that is being created'),
  fail: z
    .strictObject({
      from: z.enum(['pending', 'running']).describe('the status in which the generation fails'),
      code: z.enum(FAILURE_CODES).describe('the code of the failure'),
      input: z.int().min(1).optional().describe('the number of the input file that failed, counted from 1'),
    })
    .optional()
    .describe('makes the generation fail'),
  stick: z
    .enum(['pending', 'running'])
    .optional()
    .describe('keeps the generation in this status: `pending` without end, or `running` for `giveUpSeconds`'),
  giveUpSeconds: z
    .number()
    .min(0)
    .max(86_400)
    .default(45 * 60)
    .describe("seconds on the account's clock until a generation stuck in `running` fails with `generation_timeout`"),
  skipRunning: z.boolean().default(false).describe('moves the generation from `pending` directly to its final status'),
  refund: z
    .enum(['late', 'twice', 'never'])
    .optional()
    .describe('a deliberate violation of the API document: the refund comes one poll late, twice, or never'),
});

const RecordPatch = z.strictObject({
  kind: z.literal('record').describe('changes the record in a response'),
  status: z.string().min(1).optional().describe('the status that the record shows'),
  set: z.record(z.string(), z.json()).default({}).describe('top-level fields to change or add'),
  remove: z.array(z.string()).default([]).describe('top-level fields to remove'),
});

const MOST_BYTES = 2 ** 40;

const Content = z.strictObject({
  kind: z.literal('content').describe('changes how a clip is sent, or the clip itself'),
  ignoreRange: z.boolean().default(false).describe('responds to a range request with 200 and the whole clip'),
  changeEtag: z.boolean().default(false).describe('sends another ETag in each response'),
  wrongPart: z
    .enum(['shorter', 'elsewhere', 'other-total'])
    .optional()
    .describe(
      'responds to a range request with a wrong part: shorter than its Content-Range, with another start, or with another total size',
    ),
  lengthDelta: z
    .int()
    .min(-MOST_BYTES)
    .max(MOST_BYTES)
    .default(0)
    .describe('the difference between Content-Length and the real length, in bytes'),
  damage: z
    .enum(['moov-cut', 'bytes-flipped', 'wrong-fps'])
    .optional()
    .describe('damages the clip: without an index, with wrong bytes, or with another number of frames per second'),
  otherOrigin: z
    .boolean()
    .default(false)
    .describe('redirects to another origin, which serves the clip to every client that has the URL'),
});

/** Changes the account together with the decision of the operation, or before the operation in an earlier phase. */
const AccountChange = z.strictObject({
  kind: z.literal('account').describe('changes the account'),
  balanceUsd: z.number().min(0).max(1_000_000_000).optional().describe('the new balance of the account in US dollars'),
  revokeKey: z
    .boolean()
    .default(false)
    .describe('revokes all keys of the account, so that later requests with them are rejected'),
  advanceSeconds: z
    .number()
    .min(-LONGEST_SECONDS)
    .max(LONGEST_SECONDS)
    .optional()
    .describe("moves the account's clock by this many seconds; a negative number moves it back"),
});

const Price = z.strictObject({
  kind: z.literal('price').describe('multiplies the cost of the create request'),
  factor: z.number().min(0).max(1000).describe('the number by which the cost of the create request is multiplied'),
});

export const Effect = z.discriminatedUnion(
  'kind',
  [Answer, Delay, Break, Drop, Throttle, Outcome, RecordPatch, Content, AccountChange, Price],
  {
    error: ({ code }) => (code === 'invalid_union' ? `must be one of ${kindsOfEffects().join(', ')}` : undefined),
  },
);

function kindsOfEffects(): string[] {
  return Effect.options.flatMap(({ shape }) => Array.from(shape.kind._zod.values, String));
}

export type Effect = z.output<typeof Effect>;
export type AnswerEffect = z.output<typeof Answer>;
export type RecordEffect = z.output<typeof RecordPatch>;
export type ContentEffect = z.output<typeof Content>;
