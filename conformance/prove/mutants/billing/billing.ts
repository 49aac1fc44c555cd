/** Servers that bill other seconds than the document names. */

import { ALONE, mutants, mutantsWith, THOROUGH, type Mutant } from '../../mutant.ts';
import type { Tampering } from '../../server.ts';
import { costing, recording } from '../../tamper/answers.ts';
import { EDITING, EXTENDING, REFERRING, secondsOf, SOME, sourcesOf, type Pattern } from '../../tamper/create.ts';
import { ABSENT } from '../../../checks/lib/field.ts';
import type { Fields } from '../../../checks/lib/answers.ts';

/** The prices of a second with a source video, at 480p and at 1080p. */
const [SMALL, LARGE] = [0.08, 0.41];
/** Bills other seconds of some creates. */
const billing = (when: Pattern, seconds: number | ((body: Fields) => number), price = SMALL): (() => Tampering) => {
  return costing(when, (body) => (typeof seconds === 'number' ? seconds : seconds(body)) * price);
};
const EDITS = { ...EDITING, source_video_ids: 2 };
const SILENT = { audio: false, source_video_ids: 2 };
/** Returns the seconds of the source videos, whose number tells their length. */
const sourceSeconds = (body: Fields): number => (sourcesOf(body) === 1 ? 4 : 30);

const ALONE_BILLS: readonly Mutant[] = mutantsWith(ALONE, {
  'billing.source-seconds.edit': {
    'bills only the output of an edit': billing(EDITS, 4),
    'bills the requested seconds of an edit': billing(EDITS, 16),
    'bills only the first source video of an edit': billing(EDITS, 8),
    'bills the sources of an edit instead of its output': billing(EDITS, 18),
  },
  'billing.source-seconds.reference': {
    'bills only the output of references': billing({ reference_video_operation: ABSENT, source_video_ids: 1 }, 7),
  },
  'billing.source-seconds.to-the-cent': {
    'bills an edit as a source by its requested length': billing({ source_video_ids: 5 }, 30 + 33),
    'bills four seconds of each source video': billing({ source_video_ids: 5 }, 30 + 20),
  },
});

const BILLS: readonly Mutant[] = mutants({
  'billing.source-seconds': { 'bills only the output': billing({ source_video_ids: SOME }, secondsOf) },
  'billing.source-seconds.exact': {
    'bills blocks of ten seconds': billing(
      { source_video_ids: SOME },
      (body) => Math.ceil((secondsOf(body) + sourceSeconds(body)) / 10) * 10,
    ),
  },
  'billing.source-seconds.edit': {
    'bills an edit for its requested seconds and its first source': billing(EDITING, 11),
  },
  'billing.source-seconds.edit.many': {
    'bills only the first source video of a silent edit': {
      tamper: billing({ ...EDITING, ...SILENT }, 10),
      ...THOROUGH,
    },
  },
  'billing.source-seconds.reference.many': {
    'bills only the first source video of a reference': {
      tamper: billing({ ...REFERRING, ...SILENT }, 9),
      ...THOROUGH,
    },
  },
  'billing.source-seconds.extend.large': {
    'bills only the output of an extension at 1080p': {
      tamper: billing({ ...EXTENDING, resolution: '1080p' }, secondsOf, LARGE),
      ...THOROUGH,
    },
  },
  'billing.source-seconds.reference.operation': {
    'bills only the output of a reference with the operation': billing(REFERRING, secondsOf),
  },
  'billing.source-seconds.edit.large': {
    'bills only the output of an edit at 1080p': billing({ ...EDITING, resolution: '1080p' }, 4, LARGE),
    'bills an edit at 1080p by its requested length': billing({ ...EDITING, resolution: '1080p' }, 15, LARGE),
    'bills only the output of an extension at 1080p, beside an edit': billing(
      { ...EXTENDING, resolution: '1080p' },
      9,
      LARGE,
    ),
  },
  'billing.source-seconds.to-the-cent': {
    'adds five cents to 60 s at a fractional price': {
      settings: {
        prices: {
          withoutSources: { '480p': 0.12, '720p': 0.28, '1080p': 0.68 },
          withSources: { '480p': 0.0813, '720p': 0.17, '1080p': 0.41 },
        },
      },
      tamper: recording((record, { operation, json }) =>
        operation === 'create' && sourcesOf(json) > 1 && json['duration_seconds'] === 30
          ? { ...record, cost_usd: Number(record['cost_usd']) + 0.05 }
          : record,
      ),
    },
  },
});

export const BILLING_MUTANTS: readonly Mutant[] = [...ALONE_BILLS, ...BILLS];
