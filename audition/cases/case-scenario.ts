/** A scenario of an audition: it comes from the package, from a file of the user, or from an exploration. */

import * as z from 'zod';
import { createEmulator, SettingsError } from '../../emulator/index.ts';
import { readScenario, scenarioNames } from '../../fixtures/scenario-files.ts';
import { ApplicableExpectation, Expectation } from '../expectations/expectation.ts';
import { EFFECTS, type EffectsOfRules } from '../evidence/case-evidence.ts';

/** The pace of scenarios: `quick` uses short waits, `real` uses the waits of the scenario. */
export type Pace = 'quick' | 'real';

/** The name of the case without faults. */
export const HEALTHY = 'healthy';

const Rules = z.array(z.record(z.string(), z.json()));
const NAME = /^[a-z0-9]+(?:_[a-z0-9]+)*$/;

/** The members of a scenario file that an audition reads. The format is the one of `fixtures/scenarios/`. */
export const ScenarioFile = z.looseObject({
  name: z
    .string()
    .regex(NAME, 'must be lower-case letters, digits and single underscores')
    .refine((name) => name !== HEALTHY, `must not be ${HEALTHY}`),
  server: z.string().min(1),
  client: z.string().min(1),
  account: z.looseObject({ balance: z.number().min(0).optional() }).optional(),
  rules: Rules,
  quick: z.looseObject({ rules: Rules }).optional(),
  audition: Expectation.prefault({}),
});
export type ScenarioFile = z.output<typeof ScenarioFile>;

/** A fault rule as its file has it. */
export type WrittenRule = ScenarioFile['rules'][number];

export interface CaseScenario extends ScenarioFile {
  /** The file that replays the scenario, if the package does not contain it. */
  readonly path?: string | undefined;
  /** The emulator knows the scenario by its name. */
  readonly isBuiltIn?: true;
}

/** A scenario that a client can reach. */
export interface ReachableScenario extends CaseScenario {
  readonly audition: ApplicableExpectation;
}

/** Returns whether a client can reach the scenario at all. */
export function isReachable(scenario: CaseScenario): scenario is ReachableScenario {
  return !('notApplicable' in scenario.audition);
}

/** Characters that a client garbles if it does not send its prompt unchanged, as JSON in UTF-8. */
const PROMPT = 'A café  in Tōkyō:\n“Zoë’s 🦊” & a 100 % "red" \\ kite, $5 *';

/** The scenario of the case without faults. */
export const HEALTHY_SCENARIO: ReachableScenario = {
  name: HEALTHY,
  server: 'Nothing goes wrong.',
  client: 'A correct client creates the generation, polls until it is completed, and downloads the clip.',
  rules: [],
  audition: ApplicableExpectation.parse({ bodies: [{ prompt: PROMPT }] }),
};

/** Returns the scenarios of the package, in alphabetical order. */
export function packageScenarios(): CaseScenario[] {
  return scenarioNames().map((name) => ({ ...ScenarioFile.parse(readScenario(name)), isBuiltIn: true }));
}

/** The content of a file is not a scenario. The message says where. */
export class OwnScenarioError extends Error {
  override readonly name = 'OwnScenarioError';
}

/** Reads the content of a scenario file. The emulator checks the rules. */
export async function readOwnScenario(content: unknown, path?: string): Promise<CaseScenario> {
  const parsed = ScenarioFile.safeParse(content);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new OwnScenarioError(`${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim());
  }
  for (const rules of [parsed.data.rules, parsed.data.quick?.rules ?? []]) {
    try {
      await createEmulator({ faults: rules }).close();
    } catch (cause) {
      if (cause instanceof SettingsError) throw new OwnScenarioError(cause.message);
      throw cause;
    }
  }
  return { ...parsed.data, path };
}

/** Returns the rules at a pace, with the ids that the journal shows. */
export function rulesAt({ name, rules, quick }: CaseScenario, pace: Pace): (WrittenRule & { id: string })[] {
  const written = pace === 'quick' ? (quick?.rules ?? rules) : rules;
  return written.map((rule, at) => ({
    ...rule,
    id: `${name}:${typeof rule['id'] === 'string' ? rule['id'] : at + 1}`,
  }));
}

/** A rule without an effect answers 503. */
const Kind = z.enum(Object.keys(EFFECTS) as (keyof typeof EFFECTS)[]).catch('answer');

/** Returns the effect of each rule, by its id. */
export function effectsAt(scenario: CaseScenario, pace: Pace): EffectsOfRules {
  return new Map(rulesAt(scenario, pace).map(({ id, effect }) => [id, EFFECTS[Kind.parse(Object(effect).kind)]]));
}
