/** Limits: valid input files at a limit. The server accepts them and makes a clip. */

import type { RequirementId } from '../../../contract/requirements/requirements.ts';
import { defineCheck, defineProbe, type Check } from '../../engine/define.ts';
import { objectOf } from '../../engine/evidence.ts';
import { fail, inconclusive, pass, untestable, missing } from '../../engine/outcome.ts';
import type { Profile } from '../../profile/profile.ts';
import { NO_REFERENCE, REFERENCE_MODE } from '../lib/bodies.ts';
import { cases } from '../lib/cases.ts';
import { EDGES, REFERENCE } from '../lib/clips.ts';
import { acceptedForFree, describe, underWay } from '../lib/rules.ts';
import { CONTROL } from '../lib/twins.ts';

const NONE = missing('media.edges', 'The profile lacks valid files that are exactly at a limit (media.edges).');

/** The bodies with these files only, so that a rejection before the check of the credits is about these files. */
const WITH: Readonly<Record<'images' | 'audio', (urls: readonly string[]) => object>> = {
  images: (urls) => ({ ...REFERENCE_MODE, image_urls: urls }),
  audio: (urls) => ({ ...NO_REFERENCE, audio_urls: urls }),
};

function taken(kind: keyof typeof WITH, requirement: RequirementId, what: string): Check {
  const probe = defineProbe({
    id: `${requirement}.edges`,
    mayBeCharged: true,
    sends: `A reference-to-video create request with ${what}. The key has no credits.`,
    keys: ['poor'],
    lacks: ({ media }: Profile) => (media.edges[kind].length === 0 ? NONE : undefined),
    run: async (kit) => {
      await kit.create('create', WITH[kind](kit.profile.media.edges[kind]), { key: 'poor' });
    },
  });
  return defineCheck({
    id: probe.id,
    requirement,
    proves: `A create request with ${what} is valid. If the key has no credits, the server returns 402. For an invalid create request, the server returns another error.`,
    failing: 'The server rejects a file that is exactly at a limit, such as an image with the largest allowed side.',
    from: [CONTROL, probe],
    judge: (evidence) => acceptedForFree(evidence, 'create', `a create request with ${what}`),
  });
}

export const FIT_FILE_CHECKS: readonly Check[] = [
  taken('images', 'files.image.pixels', 'valid images exactly at a limit'),
  taken('audio', 'files.audio.seconds', 'valid audio files exactly at a limit'),
  ...cases([REFERENCE], {
    'files.edges.run': [
      'If all files are valid and exactly at a limit, the generation is completed.',
      'The server accepts the create request, but the generation fails. The cause is an image with a side of 6000 pixels, or an audio file of 30 s.',
      (evidence) => {
        const create = evidence.one('create');
        if (evidence.fact(EDGES) !== true) return untestable(NONE, create);
        if (create.response.status !== 202)
          return fail(create, '202 for valid files exactly at a limit', describe(create));
        const last = evidence.trace(REFERENCE.id).polls.at(-1);
        if (last === undefined) return inconclusive('The server did not respond to the polls.', create);
        return objectOf(last)['status'] === 'completed'
          ? pass(create, last)
          : (underWay(last) ??
              fail(
                [create, last],
                'a completed generation, because all files of the create request are valid',
                describe(last),
              ));
      },
      { requirement: 'files.image.pixels' },
    ],
  }),
];
