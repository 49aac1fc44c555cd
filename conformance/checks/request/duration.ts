/** The create request: `duration_seconds`. */

import { LIMITS } from '../../../contract/limits.ts';
import type { Check } from '../../engine/define.ts';
import { TEXT, without } from '../lib/bodies.ts';
import { BASE } from '../lib/clips.ts';
import { acceptedFree, refusal, toleration } from '../lib/rows.ts';
import { LONGEST } from '../lib/shapes.ts';

const { durationSeconds: duration } = LIMITS;
const text = JSON.stringify(TEXT);

export const DURATION_CHECKS: readonly Check[] = [
  refusal({
    id: 'create.duration-seconds.required',
    requirement: 'create.duration-seconds.required',
    what: 'no `duration_seconds`',
    body: without(TEXT, 'duration_seconds'),
  }),
  refusal({
    id: 'create.duration-seconds.integer.fraction',
    requirement: 'create.duration-seconds.integer',
    what: '`duration_seconds` 4.5',
    body: { ...TEXT, duration_seconds: 4.5 },
  }),
  refusal({
    id: 'create.duration-seconds.integer.string',
    requirement: 'create.duration-seconds.integer',
    what: '`duration_seconds` as a string',
    body: { ...TEXT, duration_seconds: '4' },
  }),
  refusal({
    id: 'create.duration-seconds.integer.boolean',
    requirement: 'create.duration-seconds.integer',
    what: '`duration_seconds` true',
    body: { ...TEXT, duration_seconds: true },
  }),
  refusal({
    id: 'create.duration-seconds.range.below',
    requirement: 'create.duration-seconds.range',
    what: `\`duration_seconds\` ${duration.min - 1}`,
    body: { ...TEXT, duration_seconds: duration.min - 1 },
  }),
  refusal({
    id: 'create.duration-seconds.range.above',
    requirement: 'create.duration-seconds.range',
    what: `\`duration_seconds\` ${duration.max + 1}`,
    body: { ...TEXT, duration_seconds: duration.max + 1 },
  }),
  refusal({
    id: 'create.duration-seconds.range.zero',
    requirement: 'create.duration-seconds.range',
    what: '`duration_seconds` 0',
    body: { ...TEXT, duration_seconds: 0 },
  }),
  refusal({
    id: 'create.duration-seconds.range.negative',
    requirement: 'create.duration-seconds.range',
    what: '`duration_seconds` -4',
    body: { ...TEXT, duration_seconds: -4 },
  }),
  refusal({
    id: 'create.duration-seconds.range.huge',
    requirement: 'create.duration-seconds.range',
    what: '`duration_seconds` 4294967300 (4 in 32 bits)',
    body: { ...TEXT, duration_seconds: 4_294_967_300 },
  }),
  acceptedFree({
    id: 'create.duration-seconds.range.minimum',
    requirement: 'create.duration-seconds.range',
    what: `\`duration_seconds\` ${duration.min}`,
    body: TEXT,
    shown: { by: BASE },
  }),
  acceptedFree({
    id: 'create.duration-seconds.range.maximum',
    requirement: 'create.duration-seconds.range',
    what: `\`duration_seconds\` ${duration.max}`,
    body: { ...TEXT, duration_seconds: duration.max },
    shown: { by: LONGEST },
  }),
  toleration({
    id: 'create.integer-spelling.point',
    requirement: 'create.integer-spelling',
    what: '`duration_seconds` written 5.0',
    body: text.replace(':4', ':5.0'),
  }),
  toleration({
    id: 'create.integer-spelling.exponent',
    requirement: 'create.integer-spelling',
    what: '`duration_seconds` written 5e0',
    body: text.replace(':4', ':5e0'),
  }),
].flat();
