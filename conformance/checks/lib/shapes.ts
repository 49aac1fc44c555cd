/**
 * The clips of `--thorough` that cover every shape and the longest length. Each resolution has short and longer clips,
 * with and without sound, because a server may break a rule in one of them only. Their creates also contain limits of
 * other fields, so that the run needs no further clips for these limits.
 */

import type { FixedRatio, Resolution } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { defineProbe, type Probe } from '../../engine/define.ts';
import type { ProbeTools, MakeOptions } from '../../engine/probe-tools.ts';
import { TEXT } from './bodies.ts';

const SECONDS = LIMITS.durationSeconds.min;
const { max: KEY_LENGTH } = LIMITS.idempotencyKey;

/** Letters, digits and punctuation marks of an Idempotency-Key. The end of the key differs in every run. */
export const KEY_CHARACTERS = 'Order-17_a.b:c/';

interface Shape {
  /** The id of the probe. By default, it consists of the resolution and the ratio. */
  readonly id?: string;
  readonly resolution: Resolution;
  readonly ratio: FixedRatio;
  readonly seconds?: number;
  readonly isSilent?: true;
  /** The special content of the create request, as a phrase. */
  readonly holds?: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly options?: (kit: ProbeTools) => MakeOptions;
}

/** The length of the portrait clip, which is the source of other clips. */
export const TALL_SECONDS = SECONDS + 1;

export const SMALL_TALL = shaped({
  resolution: '480p',
  ratio: '9:16',
  seconds: TALL_SECONDS,
  isSilent: true,
  holds: 'with a prompt of one character',
  fields: { prompt: 'x' },
});
/** The longest clip from text, in the shape that most services have as their default. */
export const LONGEST = shaped({
  id: 'clip.longest',
  resolution: '480p',
  ratio: '16:9',
  seconds: LIMITS.durationSeconds.max,
  holds: 'with an Idempotency-Key of 128 letters, digits and punctuation marks',
  options: ({ runId }) => ({
    headers: [['Idempotency-Key', KEY_CHARACTERS.repeat(9).slice(0, KEY_LENGTH - runId.length) + runId]],
  }),
});
export const LARGE_3_4 = shaped({
  resolution: '1080p',
  ratio: '3:4',
  holds: 'with the Content-Type `application/json; charset=utf-8`',
  options: () => ({ headers: [['Content-Type', 'application/json; charset=utf-8']] }),
});
export const MIDDLE_WIDEST = shaped({
  resolution: '720p',
  ratio: '21:9',
  seconds: 5,
  isSilent: true,
  holds: `with a prompt of ${LIMITS.prompt.max} characters of two bytes each`,
  fields: { prompt: '\u00e9'.repeat(LIMITS.prompt.max) },
});
export const MIDDLE_4_3 = shaped({
  resolution: '720p',
  ratio: '4:3',
  seconds: 5,
  isSilent: true,
  holds: 'with the Content-Type `Application/JSON`',
  options: () => ({ headers: [['Content-Type', 'Application/JSON']] }),
});
export const LARGE_WIDE = shaped({ resolution: '1080p', ratio: '16:9', seconds: 9 });

export const MIDDLE_TALL = shaped({ resolution: '720p', ratio: '9:16', seconds: 9 });
export const MIDDLE_SQUARE = shaped({ resolution: '720p', ratio: '1:1' });
export const MIDDLE_3_4 = shaped({ resolution: '720p', ratio: '3:4' });
export const LARGE_WIDEST = shaped({ resolution: '1080p', ratio: '21:9', isSilent: true });

function shaped(shape: Shape): Probe {
  const { resolution, ratio, seconds = SECONDS, isSilent, holds, fields = {}, options } = shape;
  const more = [...(isSilent === true ? ['without sound'] : []), ...(holds === undefined ? [] : [holds])];
  const asked = { resolution, aspect_ratio: ratio, duration_seconds: seconds, audio: isSilent !== true };
  return defineProbe({
    id: shape.id ?? `clip.${resolution}.${ratio.replace(':', '-')}`,
    sends: `A text create request for ${seconds} s at ${resolution}, ${[ratio, ...more].join(', ')}.`,
    group: 'thorough',
    paidCreates: () => [{ resolution, output: seconds, source: 0 }],
    run: async (kit) => {
      await kit.make({ ...TEXT, ...fields, ...asked }, options?.(kit));
    },
  });
}
