/** The table of observations that determine settings of the emulator, and of settings without an observation. */

import type { SettingName } from '../../contract/requirements/requirement.ts';

export interface Mapping {
  readonly setting: SettingName;
  /** Ids of observations, the most reliable first. The first id with a value here decides. */
  readonly from: readonly string[];
  /** Pairs of an observed value and the resulting setting. The first match counts. */
  readonly values: readonly (readonly [observed: RegExp, value: string | number])[];
}

const NULLS = ['resolution', 'mode', 'aspect-ratio', 'audio', 'image-urls', 'reference-video-operation'];

/** The value of a setting that equals the observation itself. */
export const AS_OBSERVED = '$&';

export const MAPPINGS: readonly Mapping[] = [
  mapping('absentFields', 'record.absent-fields', { left_out: /^left out$/, null: /^null$/ }),
  mapping('basePath', 'versioning.path.before', { '': /^none$/, [AS_OBSERVED]: /^(?:\/[^/?#\s]+)+$/ }),
  mapping('contentTypes', 'create.content-type.other.text create.content-type.other.form', {
    any: /^accepted$/,
    json: /^refused/,
  }),
  mapping('head', 'content.head.status get.head', { answer: /^2\d\d/, refuse: /^[45]\d\d/ }),
  mapping('idempotency', 'idempotency.replay', {
    replay: /^2\d\d (?:same|other) body$/,
    ignore: /^another generation$/,
    reject: /^refused 4(?!01|02|03|29)\d\d /,
  }),
  mapping('inputFiles', 'files.when', { later: /^later/, at_create: /^at the create/ }),
  mapping('limits', 'limits.rate.values header.ratelimit-policy', { off: /^120$/, realistic: /^(?:\d+|present)$/ }),
  mapping('mismatch', 'idempotency.mismatch', { ignore: /^replayed all the same$/, refuse: /^4\d\d / }),
  mapping('nullFields', NULLS.map((field) => `create.null.${field}`).join(' '), {
    left_out: /^accepted$/,
    refuse: /^refused/,
  }),
  mapping('omittedAspectRatio', 'workflow.omitted-ratio.image', { accept: /^accepted$/, refuse: /^refused/ }),
  // The visible statuses of `profile: ietf`: for a Content-Type, and for an Idempotency-Key with another body.
  mapping('profile', 'create.content-type.other.text idempotency.mismatch', {
    ietf: /^(?:refused 415|422) /,
    documented: /^(?:refused )?4\d\d /,
  }),
  mapping('ranges', 'content.range.answer.open content.range.answer.suffix', { all: /^206$/, first_last: /^200$/ }),
  mapping('replayBody', 'idempotency.replay-body', { stored: /^as it was/, current: /^as it is/ }),
  mapping('replayStatus', 'idempotency.replay', { 200: /^200 /, 202: /^202 / }),
  mapping('requestIds', 'error.request-id.presence', { all: /^all$/, none: /^none$/ }),
  mapping('validators', 'content.headers.etag', { send: /^strong$/, none: /^absent$/ }),
];

/** Defines a row. A value that consists of digits is a number. */
function mapping(setting: SettingName, from: string, values: Readonly<Record<string, RegExp>>): Mapping {
  const pairs = Object.entries(values).map(
    ([value, observed]) => [observed, /^\d+$/.test(value) ? Number(value) : value] as const,
  );
  return { setting, from: from.split(' '), values: pairs };
}

/** The settings that no exchange over the API can determine, with the reasons. */
export const NOT_LEARNED: Readonly<Partial<Record<SettingName, string>>> = {
  auth: 'The kit sees only the keys of the profile, so it cannot know the form of other keys.',
  balance: 'The API has no endpoint for the balance.',
  mediaFetch:
    'This setting applies only to the emulator. If the setting is true, the emulator fetches input files from their URLs.',
  settle:
    'The kit can see a generation only by polling. So the kit cannot see whether a status changes without a poll.',
};
