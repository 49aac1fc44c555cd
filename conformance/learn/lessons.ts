/** The table of observations that determine settings of the emulator, and of settings without an observation. */

import type { SettingName } from '../../contract/requirements/requirement.ts';

export interface Lesson {
  readonly setting: SettingName;
  /** Ids of observations, the most reliable first. The first id with a value here decides. */
  readonly from: readonly string[];
  /** Pairs of an observed value and the resulting setting. The first match counts. */
  readonly values: readonly (readonly [observed: RegExp, value: string | number])[];
}

const NULLS = ['resolution', 'mode', 'aspect-ratio', 'audio', 'image-urls', 'reference-video-operation'];

export const LESSONS: readonly Lesson[] = [
  {
    setting: 'absentFields',
    from: ['record.absent-fields'],
    values: [
      [/^left out$/, 'left_out'],
      [/^null$/, 'null'],
    ],
  },
  {
    setting: 'basePath',
    from: ['versioning.path.before'],
    values: [
      [/^none$/, ''],
      [/^(?:\/[^/?#\s]+)+$/, '$&'],
    ],
  },
  {
    setting: 'contentTypes',
    from: ['create.content-type.other.text', 'create.content-type.other.form'],
    values: [
      [/^accepted$/, 'any'],
      [/^refused/, 'json'],
    ],
  },
  {
    setting: 'head',
    from: ['content.head.status', 'get.head'],
    values: [
      [/^2\d\d/, 'answer'],
      [/^[45]\d\d/, 'refuse'],
    ],
  },
  {
    setting: 'idempotency',
    from: ['idempotency.replay'],
    values: [
      [/^2\d\d (?:same|other) body$/, 'replay'],
      [/^another generation$/, 'ignore'],
      [/^refused 4(?!01|02|03|29)\d\d /, 'reject'],
    ],
  },
  {
    setting: 'inputFiles',
    from: ['files.when'],
    values: [
      [/^later/, 'later'],
      [/^at the create/, 'at_create'],
    ],
  },
  {
    setting: 'limits',
    from: ['limits.rate.values', 'header.ratelimit-policy'],
    values: [
      [/^120$/, 'off'],
      [/^(?:\d+|present)$/, 'realistic'],
    ],
  },
  {
    setting: 'mismatch',
    from: ['idempotency.mismatch'],
    values: [
      [/^replayed all the same$/, 'ignore'],
      [/^4\d\d /, 'refuse'],
    ],
  },
  {
    setting: 'nullFields',
    from: NULLS.map((field) => `create.null.${field}`),
    values: [
      [/^accepted$/, 'left_out'],
      [/^refused/, 'refuse'],
    ],
  },
  {
    setting: 'omittedAspectRatio',
    from: ['workflow.omitted-ratio.image'],
    values: [
      [/^accepted$/, 'accept'],
      [/^refused/, 'refuse'],
    ],
  },
  {
    // The visible statuses of `profile: ietf`: for a Content-Type, and for an Idempotency-Key with another body.
    setting: 'profile',
    from: ['create.content-type.other.text', 'idempotency.mismatch'],
    values: [
      [/^(?:refused 415|422) /, 'ietf'],
      [/^(?:refused )?4\d\d /, 'documented'],
    ],
  },
  {
    setting: 'ranges',
    from: ['content.range.answer.open', 'content.range.answer.suffix'],
    values: [
      [/^206$/, 'all'],
      [/^200$/, 'first_last'],
    ],
  },
  {
    setting: 'replayBody',
    from: ['idempotency.replay-body'],
    values: [
      [/^as it was/, 'stored'],
      [/^as it is/, 'current'],
    ],
  },
  {
    setting: 'replayStatus',
    from: ['idempotency.replay'],
    values: [
      [/^202 /, 202],
      [/^200 /, 200],
    ],
  },
  {
    setting: 'requestIds',
    from: ['error.request-id.presence'],
    values: [
      [/^all$/, 'all'],
      [/^none$/, 'none'],
    ],
  },
  {
    setting: 'validators',
    from: ['content.headers.etag'],
    values: [
      [/^strong$/, 'send'],
      [/^absent$/, 'none'],
    ],
  },
];

/** Settings that are learned from several observations, or from measurements: globs over observations. */
export const LEARNED_TOGETHER = {
  errors: [
    'error-code.*',
    'authentication.other-places.*',
    'create.body.*',
    'create.content-type.other.*',
    'create.null.*',
    'create.prompt.*',
    'create.source-video-ids.uuid-version',
    'create.urls.policy.*',
    'content.refusal-status.*',
    'errors.precedence.*',
    'get.refusal-status.*',
    'get.spelling.*',
    'http.beyond.*',
    'http.socket.*',
    'idempotency.form.*',
    'idempotency.mismatch',
    'service.other-operations.*',
    'versioning.path.none',
    'workflow.*',
  ],
  latency: ['state.watched-path', 'state.skip-running'],
  prices: ['price.*'],
} as const satisfies Partial<Record<SettingName, readonly string[]>>;

/** The settings that no exchange over the API can determine, with the reasons. */
export const NOT_LEARNED: Readonly<Partial<Record<SettingName, string>>> = {
  auth: 'The kit sees only the keys of the profile, so it cannot know the form of other keys.',
  balance: 'The API has no endpoint for the balance.',
  mediaFetch:
    'This setting applies only to the emulator. If the setting is true, the emulator fetches input files from their URLs.',
  settle:
    'The kit can see a generation only by polling. So the kit cannot see whether a status changes without a poll.',
};
