/** JSON Schemas of profiles, baselines and scenario files, for editors. They are made from the schemas that read the files. */

import * as z from 'zod';
import { ScenarioFile } from '../audition/cases/case-scenario.ts';
import { Baseline, Profile } from '../conformance/profile/profile.ts';
import { Scenario } from '../emulator/faults/scenario.ts';
import type { JsonSchema } from './schema-types.ts';

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';
const OWN: JsonSchema = { type: 'string', description: 'this schema, for editors' };

/** The text of `standin.profile.schema.json`. */
export function profileSchemaText(): string {
  return textOf('Profile of a server for standin conformance', toSchema(Profile));
}

/** The text of `standin.baseline.schema.json`. A list has no place for its schema, so editors map it by file name. */
export function baselineSchemaText(): string {
  return textOf('Baseline of known failures for standin conformance', toSchema(Baseline));
}

const SCENARIO_TEXTS: Readonly<Record<string, string>> = {
  number: 'the number in the list of the built-in scenarios',
  name: 'the name: lower-case letters, digits and single underscores',
  title: 'the scenario in a few words, as lists show it',
  group: 'the symptom under which lists show the scenario',
  server: 'the behavior of the server, in sentences',
  client: 'the behavior of a correct client, in sentences',
  keywords: 'further words by which a search finds the scenario',
  account: 'settings with which the account opens',
  rules: 'fault rules',
  quick: 'the same scenario in short waits, for quick pace: these rules replace the others',
  audition: 'the expectations of a client',
};

/** The text of `standin.scenario.schema.json`: the members that the emulator or an audition reads. */
export function scenarioSchemaText(): string {
  const { name, audition } = ScenarioFile.shape;
  const { number } = Scenario.in.shape;
  const file = Scenario.in.extend({ name, audition, number: number.optional() });
  const { properties = {}, ...schema } = toSchema(file);
  const described = Object.entries(properties).map(([member, own]) => {
    const description = SCENARIO_TEXTS[member];
    return [member, description === undefined ? own : { ...own, description }];
  });
  return textOf('Scenario file of Standin', {
    ...schema,
    properties: Object.fromEntries(described) as Readonly<Record<string, JsonSchema>>,
  });
}

function toSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'ref' });
  return made as JsonSchema;
}

function textOf(title: string, { properties, ...schema }: JsonSchema): string {
  const whole = {
    $schema: DRAFT,
    title,
    ...schema,
    ...(properties && { properties: { $schema: OWN, ...properties } }),
  };
  return `${JSON.stringify(whole, null, 2)}\n`;
}
