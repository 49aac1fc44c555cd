/** A scenario that the package does not contain: it comes from a file that the user names, or an exploration draws it. */

import * as z from 'zod';
import { createEmulator, SettingsError } from '../../emulator/index.ts';
import {
  Expectation,
  isApplicable,
  type ApplicableExpectation,
  type ClientExpectation,
} from '../expectations/expectation.ts';
import type { EffectKinds } from '../evidence/case-evidence.ts';
import { HEALTHY, type StoryPace } from './audition-case.ts';

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

export interface OwnScenario extends ScenarioFile {
  /** The file that replays the scenario, if there is one. */
  readonly path?: string | undefined;
}

/** The content of a file is not a scenario. The message says where. */
export class OwnScenarioError extends Error {
  override readonly name = 'OwnScenarioError';
}

/** Reads the content of a scenario file. The emulator checks the rules. */
export async function readOwnScenario(content: unknown, path?: string): Promise<OwnScenario> {
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

/** Returns the rules at a pace. Their ids begin with the name of the scenario, as in the package. */
export function rulesOfOwn({ name, rules, quick }: OwnScenario, pace: StoryPace): (WrittenRule & { id: string })[] {
  const told = pace === 'quick' ? (quick?.rules ?? rules) : rules;
  return told.map((rule, at) => ({ ...rule, id: `${name}:${typeof rule['id'] === 'string' ? rule['id'] : at + 1}` }));
}

/** Returns the expectations of a scenario that a client can reach. A balance may be a part of the account. */
export function expectationOfOwn({ audition, account }: OwnScenario): ApplicableExpectation | undefined {
  if (!isApplicable(audition)) return undefined;
  const balance = audition.account.balance ?? account?.balance;
  return balance === undefined ? audition : { ...audition, account: { ...audition.account, balance } };
}

/** The description of a scenario, for people. */
export interface Story {
  readonly server: string;
  readonly client: string;
  /** Whether quick pace changes its waits. */
  readonly hasOtherWaits?: boolean;
  /** The file of a scenario that the package does not contain. */
  readonly path?: string | undefined;
}

/** The scenarios by which cases are judged. */
export interface Catalog {
  readonly expectations: ReadonlyMap<string, ClientExpectation>;
  readonly storyOf: (scenario: string) => Story | undefined;
  readonly effectsOf: (scenario: string, pace: StoryPace) => EffectKinds;
}

/** Returns the catalog that judges these scenarios. */
export function catalogOfOwn(scenarios: readonly OwnScenario[]): Catalog {
  const byName = new Map(scenarios.map((one) => [one.name, one]));
  return {
    expectations: new Map(scenarios.map((one) => [one.name, expectationOfOwn(one) ?? one.audition])),
    storyOf: (name) => byName.get(name),
    effectsOf: (name, pace) => {
      const own = byName.get(name);
      return new Map(own === undefined ? [] : rulesOfOwn(own, pace).map((rule) => [rule.id, kindOf(rule)]));
    },
  };
}

/** Returns the kind of a rule. A rule without an effect answers 503. */
function kindOf({ effect }: WrittenRule): string {
  const { kind } = z.looseObject({ kind: z.string().default('answer') }).parse(effect ?? {});
  return kind;
}
