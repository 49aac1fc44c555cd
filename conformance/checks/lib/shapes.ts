/**
 * The clips of `--thorough` that every shape and the longest length are seen at. Lengths and sound differ among them,
 * so that each tier meets short and longer clips, with and without sound: what is kept in one of them may be lost in
 * another. Their creates hold edges of other fields, too, so that nobody has to pay for those.
 */

import type { FixedRatio, Resolution } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { defineProbe, type Probe } from '../../engine/define.ts';
import type { Kit, MakeOptions } from '../../engine/kit.ts';
import { TEXT } from './bodies.ts';
import { REFERENCE_IMAGE, REFERENCE_SOUND } from './thorough-clips.ts';

const SECONDS = LIMITS.durationSeconds.min;
const { max: KEY_LENGTH } = LIMITS.idempotencyKey;

/** Letters, digits and the marks of an Idempotency-Key; the end differs in every run. */
export const KEY_CHARACTERS = 'Order-17_a.b:c/';

interface Shape {
  readonly resolution: Resolution;
  readonly ratio: FixedRatio;
  readonly seconds?: number;
  readonly isSilent?: true;
  /** What else its create holds. */
  readonly holds?: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly options?: (kit: Kit) => MakeOptions;
}

export const SMALL_WIDEST = shaped({
  resolution: '480p',
  ratio: '21:9',
  holds: 'with a prompt of one character',
  fields: { prompt: 'x' },
});
export const SMALL_SQUARE = shaped({
  resolution: '480p',
  ratio: '1:1',
  seconds: 6,
  isSilent: true,
  holds: `with a prompt of ${LIMITS.prompt.max} characters of two bytes each`,
  fields: { prompt: '\u00e9'.repeat(LIMITS.prompt.max) },
});
export const SMALL_4_3 = shaped({
  resolution: '480p',
  ratio: '4:3',
  seconds: 11,
  isSilent: true,
  holds: 'with an Idempotency-Key of 128 letters, digits and marks',
  options: ({ runId }) => ({
    headers: [['Idempotency-Key', KEY_CHARACTERS.repeat(9).slice(0, KEY_LENGTH - runId.length) + runId]],
  }),
});
export const LARGE_3_4 = shaped({
  resolution: '1080p',
  ratio: '3:4',
  holds: 'of the type `application/json; charset=utf-8`',
  options: () => ({ headers: [['Content-Type', 'application/json; charset=utf-8']] }),
});
export const MIDDLE_WIDEST = shaped({ resolution: '720p', ratio: '21:9', seconds: 5, isSilent: true });
export const MIDDLE_4_3 = shaped({
  resolution: '720p',
  ratio: '4:3',
  seconds: 6,
  isSilent: true,
  holds: 'of the type `Application/JSON`',
  options: () => ({ headers: [['Content-Type', 'Application/JSON']] }),
});
export const LARGE_WIDE = shaped({ resolution: '1080p', ratio: '16:9', seconds: 11 });

/** With the clips of a default run, every ratio at every tier; two of them are references. */
export const SHAPED: readonly (readonly [Resolution, FixedRatio, Probe])[] = [
  ['480p', '21:9', SMALL_WIDEST],
  ['480p', '1:1', SMALL_SQUARE],
  ['480p', '4:3', SMALL_4_3],
  ['720p', '21:9', MIDDLE_WIDEST],
  ['720p', '9:16', shaped({ resolution: '720p', ratio: '9:16', seconds: 11 })],
  ['720p', '1:1', shaped({ resolution: '720p', ratio: '1:1', seconds: 7 })],
  ['720p', '4:3', MIDDLE_4_3],
  ['720p', '3:4', shaped({ resolution: '720p', ratio: '3:4', seconds: 5 })],
  ['1080p', '16:9', LARGE_WIDE],
  ['1080p', '9:16', shaped({ resolution: '1080p', ratio: '9:16', isSilent: true })],
  ['1080p', '21:9', shaped({ resolution: '1080p', ratio: '21:9', seconds: 5, isSilent: true })],
  ['1080p', '3:4', LARGE_3_4],
  ['1080p', '1:1', REFERENCE_IMAGE],
  ['1080p', '4:3', REFERENCE_SOUND],
];

/** The longest clip there is. */
export const LONGEST = defineProbe({
  id: 'clip.longest',
  sends: 'A text create of 30 s at 480p.',
  group: 'thorough',
  pays: () => [{ resolution: '480p', output: LIMITS.durationSeconds.max, source: 0 }],
  run: async (kit) => {
    await kit.make({ ...TEXT, duration_seconds: LIMITS.durationSeconds.max });
    return undefined;
  },
});

function shaped(shape: Shape): Probe {
  const { resolution, ratio, seconds = SECONDS, isSilent, holds, fields = {}, options } = shape;
  const more = [...(isSilent === true ? ['without sound'] : []), ...(holds === undefined ? [] : [holds])];
  const asked = { resolution, aspect_ratio: ratio, duration_seconds: seconds, audio: isSilent !== true };
  return defineProbe({
    id: `clip.${resolution}.${ratio.replace(':', '-')}`,
    sends: `A text create of ${seconds} s at ${resolution}, ${[ratio, ...more].join(', ')}.`,
    group: 'thorough',
    pays: () => [{ resolution, output: seconds, source: 0 }],
    run: async (kit) => {
      await kit.make({ ...TEXT, ...fields, ...asked }, options?.(kit));
      return undefined;
    },
  });
}
