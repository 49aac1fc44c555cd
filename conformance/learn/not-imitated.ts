/** Why the emulator cannot show what a server shows: a reason for each observation that no setting decides. */

const ONE_RULE = 'The rules of the request are one table, which the emulator and the judge share.';
const ONE_PARSER = 'The emulator reads bodies with JSON.parse.';
const ONE_ENCODER = 'The emulator encodes clips in one way.';
const BY_THE_SECOND = 'The emulator bills by the second, with one price for each resolution, with and without sources.';
const ONE_ROUTER = 'Paths and methods beyond the three operations are answered in one way.';
const ONE_FORM = 'The emulator sends its headers in one form.';

/** Globs over observations, the more special first. A value that a setting could have taken has its reason below. */
export const REASONS_NOT_IMITATED: readonly (readonly [glob: string, reason: string])[] = [
  ['authentication.challenge.*', 'The emulator has one challenge.'],
  ['authentication.other-places.*', 'The emulator takes keys from the Authorization header alone.'],
  ['billing.*', BY_THE_SECOND],
  ['price.*', BY_THE_SECOND],
  ['content.adaptive-shape', 'Sizes of clips are one table.'],
  ['content.edit-resolution', 'Sizes of clips are one table.'],
  ['content.pixels.*', 'Sizes of clips are one table.'],
  ['content.compression', 'The emulator never compresses a clip.'],
  ['content.redirect', 'A setting cannot redirect every download; the scenario content_redirect does, for tests.'],
  ['content.stable', ONE_ENCODER],
  ['content.duration.tolerance', ONE_ENCODER],
  ['content.encoding.*', ONE_ENCODER],
  ['content.headers.*', ONE_FORM],
  ['content.conditional.*', 'The emulator has all conditions of RFC 9110 or, without validators, none.'],
  ['content.range.answer.*', 'Ranges are answered as RFC 9110 has them, or first-last alone.'],
  ['content.refusal-status.*', 'An error has one status and code for all cases that the emulator does not tell apart.'],
  ['create.accept.image', 'The Accept header is not looked at.'],
  ['create.answer.location', 'The emulator names no Location.'],
  ['create.body.*', ONE_PARSER],
  ['create.duplicate-keys.*', ONE_PARSER],
  ['create.integer-spelling.*', ONE_PARSER],
  ['create.content-type.other.*', 'Content-Type has to be JSON in any spelling, or is not looked at.'],
  ['create.null.*', 'Null is refused in place of every optional field, or of none.'],
  ['create.prompt.*', ONE_RULE],
  ['create.source-video-ids.*', ONE_RULE],
  ['create.urls.*', ONE_RULE],
  ['subject-map.*', ONE_RULE],
  ['workflow.*', ONE_RULE],
  ['error-code.*', 'An error has one status and code for all cases that the emulator does not tell apart.'],
  ['error.extra-fields', 'What other fields mean is not known; an MSW handler (`--handlers`) can add them.'],
  ['record.extra-fields', 'What other fields mean is not known; an MSW handler (`--handlers`) can add them.'],
  ['error.message.wording', 'Messages are those of the emulator.'],
  ['error.request-id.*', 'Request ids are everywhere and in both places, or nowhere.'],
  ['errors.precedence.*', 'Checks of a request run in one order.'],
  ['failure-code.*', 'With which codes generations fail is one table.'],
  ['files.when', 'Files are looked at later, or at the create.'],
  ['get.cache-control', ONE_FORM],
  ['get.head', 'HEAD is answered everywhere, or nowhere.'],
  ['content.head.status', 'HEAD is answered everywhere, or nowhere.'],
  ['get.refusal-status.*', 'Unknown, foreign and malformed ids get one answer.'],
  ['get.spelling.*', ONE_ROUTER],
  ['header.*', ONE_FORM],
  ['http.*', ONE_ROUTER],
  ['service.other-operations.*', ONE_ROUTER],
  ['versioning.*', ONE_ROUTER],
  ['idempotency.*', 'An Idempotency-Key replays as the API document allows, for each account, or does nothing.'],
  ['limits.*', 'Limits are off, or those of the profile realistic.'],
  ['record.absent-fields', 'Fields that do not apply are left out, or null.'],
  ['record.*', 'A record is written in one way.'],
  ['state.*', 'The latency decides it, and when a poll comes by.'],
  ['service.create-milliseconds', 'The emulator answers creates at once; a fault rule can delay them.'],
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
