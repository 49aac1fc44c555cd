/** What a client is asked to make, unless a scenario says otherwise: as cheap as it gets. */

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

/** The id of the first clip goes into `source_video_ids` of the second body, which the client does. */
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

/** The bodies of a goal, with the fields that a scenario sets over them. */
export function bodiesOf(goal: Goal, fields: readonly Body[] | undefined): readonly Body[] {
  const usual = USUAL[goal];
  if (fields === undefined) return usual;
  return fields.map((own, index) => ({ ...usual[index % usual.length], ...own }));
}
