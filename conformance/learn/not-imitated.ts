/** Why the emulator cannot show what a server shows: a reason for each observation that no setting decides. */

const ONE_RULE = 'The emulator and the kit share one table of request rules.';
const ONE_PARSER = 'The emulator reads bodies with JSON.parse.';
const ONE_ENCODER = 'The emulator encodes all clips in the same way.';
const BY_THE_SECOND = 'The emulator bills by the second, with one price for each resolution, with and without sources.';
const ONE_ROUTER = 'The emulator responds in the same way to all paths and methods other than the three operations.';
const ONE_FORM = 'The emulator always sends its headers in the same form.';

/** Globs over observations, the more special first. A value that a setting could have taken has its reason below. */
export const REASONS_NOT_IMITATED: readonly (readonly [glob: string, reason: string])[] = [
  ['authentication.challenge.*', 'The emulator always sends the same challenge.'],
  ['authentication.other-places.*', 'The emulator reads keys only from the Authorization header.'],
  ['billing.*', BY_THE_SECOND],
  ['price.*', BY_THE_SECOND],
  ['content.adaptive-shape', 'The emulator has a fixed table of clip sizes.'],
  ['content.edit-resolution', 'The emulator has a fixed table of clip sizes.'],
  ['content.pixels.*', 'The emulator has a fixed table of clip sizes.'],
  ['content.compression', 'The emulator never compresses a clip.'],
  ['content.redirect', 'No setting redirects every download. The scenario content_redirect does this for tests.'],
  ['content.stable', ONE_ENCODER],
  ['content.duration.tolerance', ONE_ENCODER],
  ['content.encoding.*', ONE_ENCODER],
  ['content.headers.*', ONE_FORM],
  [
    'content.conditional.*',
    'The emulator evaluates all conditions of RFC 9110. Without validators, it evaluates none.',
  ],
  ['content.range.answer.*', 'The emulator supports all ranges of RFC 9110, or only the form first-last.'],
  [
    'content.refusal-status.*',
    'The emulator uses the same status and code for all cases that it does not distinguish.',
  ],
  ['create.accept.image', 'The emulator ignores the Accept header.'],
  ['create.answer.location', 'The emulator sends no Location header.'],
  ['create.body.*', ONE_PARSER],
  ['create.duplicate-keys.*', ONE_PARSER],
  ['create.integer-spelling.*', ONE_PARSER],
  [
    'create.content-type.other.*',
    'The emulator requires a JSON Content-Type in any spelling, or ignores Content-Type.',
  ],
  ['create.null.*', 'The emulator rejects null for all optional fields, or for none.'],
  ['create.prompt.*', ONE_RULE],
  ['create.source-video-ids.*', ONE_RULE],
  ['create.urls.*', ONE_RULE],
  ['subject-map.*', ONE_RULE],
  ['workflow.*', ONE_RULE],
  ['error-code.*', 'The emulator uses the same status and code for all cases that it does not distinguish.'],
  ['error.extra-fields', 'The emulator does not know other fields. An MSW handler (`--handlers`) can add them.'],
  ['record.extra-fields', 'The emulator does not know other fields. An MSW handler (`--handlers`) can add them.'],
  ['error.message.wording', 'The emulator has its own messages.'],
  ['error.request-id.*', 'The emulator sends request ids in all errors and in both places, or never.'],
  ['errors.precedence.*', 'The emulator always checks a request in the same order.'],
  ['failure-code.*', 'The emulator has a fixed table of failure codes.'],
  ['files.when', 'The emulator checks all files at the create, or all files later.'],
  ['get.cache-control', ONE_FORM],
  ['get.head', 'The emulator supports HEAD for all paths, or for none.'],
  ['content.head.status', 'The emulator supports HEAD for all paths, or for none.'],
  ['get.refusal-status.*', 'Unknown ids, malformed ids and ids of other accounts get the same response.'],
  ['get.spelling.*', ONE_ROUTER],
  ['header.*', ONE_FORM],
  ['http.*', ONE_ROUTER],
  ['service.other-operations.*', ONE_ROUTER],
  ['versioning.*', ONE_ROUTER],
  ['idempotency.*', 'An Idempotency-Key replays creates of its account as the API document allows, or is ignored.'],
  ['limits.*', 'Limits are off, or have the values of the profile `realistic`.'],
  ['record.absent-fields', 'The emulator omits all fields that do not apply, or sends them as null.'],
  ['record.*', 'The emulator always writes a record in the same form.'],
  ['state.*', 'It depends on the latency and on the time of the polls.'],
  ['service.create-milliseconds', 'The emulator returns creates immediately. A fault rule can delay them.'],
];

/** Observations that depend on when a request comes by: a run against a quicker server sees other ones. */
const BY_TIME = [
  'state.*',
  'service.create-milliseconds',
  'idempotency.replay.while-reserved',
  'limits.*',
  'header.ratelimit*',
];

/** Whether an observation is one of time, and not compared. */
export function isOfTime(id: string): boolean {
  return BY_TIME.some((glob) => fits(glob, id));
}

/** Why the emulator does not show what was observed. */
export function reasonFor(id: string): string | undefined {
  return REASONS_NOT_IMITATED.find(([glob]) => fits(glob, id))?.[1];
}

/** Whether a glob (`*` for any characters at its end) fits an id. */
export function fits(glob: string, id: string): boolean {
  return glob.endsWith('*') ? id.startsWith(glob.slice(0, -1)) : glob === id;
}
