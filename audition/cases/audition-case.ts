/** One case: a client, a scenario, an account of its own, and the work that the client is asked to do. */

import { randomBytes } from 'node:crypto';
import type { Goal } from '../expectations/expectation.ts';
import { rulesAt, type ReachableScenario, type Pace } from './case-scenario.ts';

export interface AuditionCase {
  readonly scenario: ReachableScenario;
  readonly goal: string;
  readonly bodies: readonly Body[];
  /** The name of the account, which its key carries. The name tells the client nothing about the scenario. */
  readonly label: string;
  readonly apiKey: string;
  readonly deadlineSeconds: number;
  /** The rules to add to the account. The emulator knows the rules of a built-in scenario. */
  readonly rules: readonly object[];
  /** The origin of the account. Accounts with the same origin have the same ids and the same clips. */
  readonly origin: string;
}

/** The deadline of a case that is played again because a request was still silent at its first deadline. */
export const PATIENT_SECONDS = 75;

/** Makes a case with an account and a key that no other case has. */
export function newCase(scenario: ReachableScenario, pace: Pace): AuditionCase {
  const label = randomBytes(12).toString('hex');
  const { name, isBuiltIn = false, audition } = scenario;
  const { goal, bodies, deadline } = audition;
  return {
    scenario,
    goal,
    bodies: bodiesOf(goal, bodies),
    label,
    apiKey: `sk_standin_${label}`,
    deadlineSeconds: deadline[pace],
    rules: isBuiltIn ? [] : rulesAt(scenario, pace),
    origin: isBuiltIn || bodies !== undefined ? `audition-${name}` : `audition-own-${goal}`,
  };
}

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
function bodiesOf(goal: Goal, fields: readonly Body[] | undefined): readonly Body[] {
  const usual = USUAL[goal];
  if (fields === undefined) return usual;
  return fields.map((own, index) => ({ ...usual[index % usual.length], ...own }));
}
