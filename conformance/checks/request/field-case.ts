/** The create request: a field under its name in other letters, where the right one would have to stand. */

import type { Check } from '../../engine/define.ts';
import { IMAGE_MODE, REFERENCE_MODE, SOME_AUDIO, TEXT, without } from '../lib/bodies.ts';
import { refusals } from '../lib/refusals.ts';

type Body = Readonly<Record<string, unknown>>;

/** For each field a create that has it and would be valid. */
const WITH: Readonly<Record<string, Body>> = {
  model: TEXT,
  prompt: TEXT,
  duration_seconds: TEXT,
  resolution: TEXT,
  mode: { ...TEXT, mode: 'text-to-video' },
  aspect_ratio: { ...TEXT, aspect_ratio: '16:9' },
  audio: { ...TEXT, audio: true },
  image_urls: IMAGE_MODE,
  audio_urls: { ...REFERENCE_MODE, audio_urls: [SOME_AUDIO] },
  source_video_ids: { ...TEXT, source_video_ids: [] },
  subject_to_image_ids: { ...REFERENCE_MODE, subject_to_image_ids: { hero: [0] } },
  subject_to_audio_ids: { ...REFERENCE_MODE, audio_urls: [SOME_AUDIO], subject_to_audio_ids: { tune: [0] } },
};

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => name.split('_').map(capital).join('_'),
  (name) => name.toUpperCase(),
  (name) =>
    name
      .split('_')
      .map((word, at) => (at === 0 ? word : capital(word)))
      .join(''),
  (name) => name.replaceAll('_', '-'),
];

/** All spellings of the fields without which there is no create, one or two of the others. */
const REQUIRED = new Set(['model', 'prompt', 'duration_seconds']);

function spelled(field: string, body: Body): [string, Body][] {
  const spellings = REQUIRED.has(field) ? SPELLINGS : SPELLINGS.slice(0, 1);
  const names = new Set(spellings.map((spell) => spell(field)).filter((name) => name !== field));
  return [...names].map((name) => [
    `"${name}" instead of "${field}"`,
    { ...without(body, field), [name]: body[field] },
  ]);
}

export const FIELD_CASE_CHECKS: readonly Check[] = [
  refusals({
    id: 'create.unknown-fields.in-place',
    requirement: 'create.unknown-fields',
    defect: 'near-miss',
    what: 'another spelling of a field name instead of the correct name',
    failing: 'The server accepts another spelling of a field name if the correct name is missing.',
    bodies: Object.fromEntries(Object.entries(WITH).flatMap(([field, body]) => spelled(field, body))),
  }),
];
