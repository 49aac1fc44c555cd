/** The reasons why the emulator cannot show the behavior of a server, for each observation that no setting decides. */

import { toGlob } from '../text/glob.ts';

/** Globs over observations, the more specific first. If a setting could have taken the value, the reason is below. */
export const REASONS_NOT_IMITATED: readonly (readonly [glob: string, reason: string])[] = [
  because('authentication.challenge.*', 'The emulator always sends the same WWW-Authenticate header.'),
  because('authentication.other-places.*', 'The emulator reads keys only from the Authorization header.'),
  because(
    'billing.* price.*',
    'The emulator bills by the second. Each resolution has a price with source videos and a price without source videos.',
  ),
  because(
    'content.adaptive-shape content.edit-resolution content.pixels.*',
    'The emulator has a fixed table of clip sizes.',
  ),
  because('content.compression', 'The emulator never compresses a clip.'),
  because(
    'content.redirect',
    'The emulator has no setting that redirects every download. The scenario content_redirect does this for tests.',
  ),
  because(
    'content.stable content.duration.tolerance content.encoding.*',
    'The emulator encodes all clips in the same way.',
  ),
  because('content.headers.* get.cache-control header.*', 'The emulator always sends its headers in the same form.'),
  because(
    'content.conditional.*',
    'The emulator evaluates all conditional headers of RFC 9110. With `validators` set to `none`, it ignores these headers.',
  ),
  because(
    'content.range.answer.*',
    'The emulator supports all ranges of RFC 9110, or only ranges with a first and a last position.',
  ),
  because(
    'content.refusal-status.* error-code.*',
    'The emulator returns the same status and error code for several kinds of mistakes.',
  ),
  because('create.accept.image', 'The emulator ignores the Accept header.'),
  because('create.answer.location', 'The emulator sends no Location header.'),
  because(
    'create.body.* create.duplicate-keys.* create.integer-spelling.*',
    'The emulator reads bodies with JSON.parse.',
  ),
  because(
    'create.content-type.other.*',
    'The emulator accepts a JSON Content-Type in any spelling, or ignores Content-Type.',
  ),
  because('create.null.*', 'The emulator rejects null for all optional fields, or accepts null for all of them.'),
  because(
    'create.prompt.* create.source-video-ids.* create.urls.* subject-map.* workflow.*',
    'The emulator and the kit share one table of request rules.',
  ),
  because(
    'error.extra-fields record.extra-fields',
    'The emulator sends only the documented fields. An MSW handler (`--handlers`) can add other fields.',
  ),
  because('error.message.wording', 'The emulator has its own error messages.'),
  because(
    'error.request-id.*',
    'The emulator sends request ids in all errors and headers, or does not send request ids.',
  ),
  because('errors.precedence.*', 'The emulator always runs the checks of a request in the same order.'),
  because('failure-code.*', 'The emulator has a fixed table of failure codes.'),
  because('files.when', 'The emulator either checks all files during the create request, or checks all files later.'),
  because('get.head content.head.status', 'The emulator supports HEAD for all paths, or rejects HEAD for all paths.'),
  because(
    'get.refusal-status.*',
    'The emulator sends the same response for unknown ids, malformed ids and ids of other accounts.',
  ),
  because(
    'get.spelling.* http.* service.other-operations.* versioning.*',
    'The emulator sends the same response for all paths and methods that the API does not have.',
  ),
  because(
    'idempotency.*',
    'The emulator replays create requests with the same Idempotency-Key, ignores Idempotency-Keys, or rejects repeated Idempotency-Keys.',
  ),
  because('limits.*', 'The emulator has no limits, or the limits of the profile `realistic`.'),
  because('record.absent-fields', 'The emulator omits all fields that do not apply, or sends them as null.'),
  because('record.*', 'The emulator always writes a record in the same form.'),
  because('state.*', 'The statuses in the poll responses depend on the latency and on the times of the polls.'),
  because(
    'service.create-milliseconds',
    'The emulator responds to create requests immediately. A fault rule can delay the responses.',
  ),
].flat();

function because(globs: string, reason: string): (readonly [glob: string, reason: string])[] {
  return globs.split(' ').map((glob) => [glob, reason]);
}

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
