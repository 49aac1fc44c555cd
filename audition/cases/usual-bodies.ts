/** The bodies that a client is asked to create unless a scenario sets others: the cheapest ones. */

import type { Goal } from '../expectations/expectation.ts';

export type Body = Readonly<Record<string, unknown>>;

const MAKE: Body = {
  model: 'videomodel-2.5',
  prompt: 'A fox crosses a frozen lake at dawn.',
  duration_seconds: 4,
  resolution: '480p',
  audio: false,
};

const BATCH: readonly Body[] = ['A lighthouse', 'A market', 'A harbor', 'A meadow', 'A tram'].map((subject) => ({
  ...MAKE,
  prompt: `${subject} in the rain.`,
}));

/** The client puts the id of the first clip into `source_video_ids` of the second body. */
const DERIVE: readonly Body[] = [
  MAKE,
  {
    ...MAKE,
    mode: 'reference-to-video',
    reference_video_operation: 'extend',
    aspect_ratio: 'adaptive',
    prompt: 'The fox reaches the trees.',
  },
];

const USUAL: Readonly<Record<Goal, readonly Body[]>> = { make: [MAKE], batch: BATCH, derive: DERIVE };

/** Returns the bodies of a goal, merged with the fields that a scenario sets. */
export function bodiesOf(goal: Goal, fields: readonly Body[] | undefined): readonly Body[] {
  const usual = USUAL[goal];
  if (fields === undefined) return usual;
  return fields.map((own, index) => ({ ...usual[index % usual.length], ...own }));
}
