/** Servers with other defaults than the document names. */

import { has } from '../../tamper/body.ts';
import { creating } from '../../tamper/create-change.ts';
import { inImageMode } from '../../tamper/workflow.ts';
import { mutant, type Mutant } from '../../mutant.ts';

const MODES = { image: 'image', extend: 'reference' } as const;

export const CHOICE_MUTANTS: readonly Mutant[] = [
  mutant('create.resolution.default', 'makes 480p by default', {
    tamper: creating((body) => ('resolution' in body ? body : { ...body, resolution: '480p' })),
  }),
  mutant('create.resolution.default.image', 'makes 480p by default in image mode', {
    tamper: creating((body) => (inImageMode(body) && !('resolution' in body) ? { ...body, resolution: '480p' } : body)),
    selection: { thorough: true, only: ['create.resolution.default.image'] },
  }),
  mutant('create.aspect-ratio.default', 'makes squares by default', {
    tamper: creating((body) => ('aspect_ratio' in body || 'mode' in body ? body : { ...body, aspect_ratio: '1:1' })),
  }),
  mutant('create.audio.default', 'makes silent clips by default', {
    tamper: creating((body) => ('audio' in body ? body : { ...body, audio: false })),
  }),
  ...(['image', 'extend'] as const).map((kind) =>
    mutant(`create.audio.default.${kind}`, `makes silent clips by default in ${MODES[kind]} mode only`, {
      tamper: creating((body) =>
        !('audio' in body) && has('mode', `${MODES[kind]}-to-video`)(body) ? { ...body, audio: false } : body,
      ),
      ...(kind === 'extend' && { selection: { thorough: true, only: ['create.audio.default.extend'] } }),
    }),
  ),
];
