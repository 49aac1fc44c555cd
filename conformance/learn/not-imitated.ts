/** The reasons why the emulator cannot show the behavior of a server, for each observation that no setting decides. */

import { toGlob } from '../text/glob.ts';

const ONE_RULE = 'The emulator and the kit share one table of request rules.';
const ONE_PARSER = 'The emulator reads bodies with JSON.parse.';
const ONE_ENCODER = 'The emulator encodes all clips in the same way.';
const BY_THE_SECOND =
  'The emulator bills by the second. Each resolution has a price with source videos and a price without source videos.';
const ONE_ROUTER = 'The emulator sends the same response for all paths and methods that the API does not have.';
const ONE_FORM = 'The emulator always sends its headers in the same form.';

/** Globs over observations, the more specific first. If a setting could have taken the value, the reason is below. */
export const REASONS_NOT_IMITATED: readonly (readonly [glob: string, reason: string])[] = [
  ['authentication.challenge.*', 'The emulator always sends the same WWW-Authenticate header.'],
  ['authentication.other-places.*', 'The emulator reads keys only from the Authorization header.'],
  ['billing.*', BY_THE_SECOND],
  ['price.*', BY_THE_SECOND],
  ['content.adaptive-shape', 'The emulator has a fixed table of clip sizes.'],
  ['content.edit-resolution', 'The emulator has a fixed table of clip sizes.'],
  ['content.pixels.*', 'The emulator has a fixed table of clip sizes.'],
  ['content.compression', 'The emulator never compresses a clip.'],
  [
    'content.redirect',
    'The emulator has no setting that redirects every download. The scenario content_redirect does this for tests.',
  ],
  ['content.stable', ONE_ENCODER],
  ['content.duration.tolerance', ONE_ENCODER],
  ['content.encoding.*', ONE_ENCODER],
  ['content.headers.*', ONE_FORM],
  [
    'content.conditional.*',
    'The emulator evaluates all conditional headers of RFC 9110. With `validators` set to `none`, it ignores these headers.',
  ],
  [
    'content.range.answer.*',
    'The emulator supports all ranges of RFC 9110, or only ranges with a first and a last position.',
  ],
  ['content.refusal-status.*', 'The emulator returns the same status and error code for several kinds of mistakes.'],
  ['create.accept.image', 'The emulator ignores the Accept header.'],
  ['create.answer.location', 'The emulator sends no Location header.'],
  ['create.body.*', ONE_PARSER],
  ['create.duplicate-keys.*', ONE_PARSER],
  ['create.integer-spelling.*', ONE_PARSER],
  ['create.content-type.other.*', 'The emulator accepts a JSON Content-Type in any spelling, or ignores Content-Type.'],
  ['create.null.*', 'The emulator rejects null for all optional fields, or accepts null for all of them.'],
  ['create.prompt.*', ONE_RULE],
  ['create.source-video-ids.*', ONE_RULE],
  ['create.urls.*', ONE_RULE],
  ['subject-map.*', ONE_RULE],
  ['workflow.*', ONE_RULE],
  ['error-code.*', 'The emulator returns the same status and error code for several kinds of mistakes.'],
  [
    'error.extra-fields',
    'The emulator sends only the documented fields. An MSW handler (`--handlers`) can add other fields.',
  ],
  [
    'record.extra-fields',
    'The emulator sends only the documented fields. An MSW handler (`--handlers`) can add other fields.',
  ],
  ['error.message.wording', 'The emulator has its own error messages.'],
  ['error.request-id.*', 'The emulator sends request ids in all errors and headers, or does not send request ids.'],
  ['errors.precedence.*', 'The emulator always runs the checks of a request in the same order.'],
  ['failure-code.*', 'The emulator has a fixed table of failure codes.'],
  ['files.when', 'The emulator either checks all files during the create request, or checks all files later.'],
  ['get.cache-control', ONE_FORM],
  ['get.head', 'The emulator supports HEAD for all paths, or rejects HEAD for all paths.'],
  ['content.head.status', 'The emulator supports HEAD for all paths, or rejects HEAD for all paths.'],
  [
    'get.refusal-status.*',
    'The emulator sends the same response for unknown ids, malformed ids and ids of other accounts.',
  ],
  ['get.spelling.*', ONE_ROUTER],
  ['header.*', ONE_FORM],
  ['http.*', ONE_ROUTER],
  ['service.other-operations.*', ONE_ROUTER],
  ['versioning.*', ONE_ROUTER],
  [
    'idempotency.*',
    'The emulator replays create requests with the same Idempotency-Key, ignores Idempotency-Keys, or rejects repeated Idempotency-Keys.',
  ],
  ['limits.*', 'The emulator has no limits, or the limits of the profile `realistic`.'],
  ['record.absent-fields', 'The emulator omits all fields that do not apply, or sends them as null.'],
  ['record.*', 'The emulator always writes a record in the same form.'],
  ['state.*', 'The statuses in the poll responses depend on the latency and on the times of the polls.'],
  [
    'service.create-milliseconds',
    'The emulator responds to create requests immediately. A fault rule can delay the responses.',
  ],
];

/** Observations that depend on the time of a request. A run against a faster server sees other values. */
const BY_TIME = [
  'state.*',
  'service.create-milliseconds',
  'idempotency.replay.while-reserved',
  'limits.*',
  'header.ratelimit*',
];

/** Returns whether an observation depends on time, and is not compared. */
export function isOfTime(id: string): boolean {
  return BY_TIME.some((glob) => toGlob(glob)(id));
}

/** Returns the reason why the emulator does not show an observation. */
export function reasonFor(id: string): string | undefined {
  return REASONS_NOT_IMITATED.find(([glob]) => toGlob(glob)(id))?.[1];
}
