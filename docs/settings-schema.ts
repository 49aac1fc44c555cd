/** The settings as JSON Schema, for editors: `standin.config.schema.json`, made from their table. */

import * as z from 'zod';
import { ERRORS } from '../contract/errors.ts';
import { FaultRule } from '../emulator/faults/rule.ts';
import type { Reader } from '../emulator/settings/readers.ts';
import { ACCOUNT_SETTINGS, SETTINGS, type Setting } from '../emulator/settings/settings.ts';
import { scenarioNames } from '../fixtures/scenario-files.ts';
import type { JsonSchema } from './schema-types.ts';

/** The text of `standin.config.schema.json`. */
export function settingsSchemaText(): string {
  const $schema = { type: 'string', description: 'this schema, for editors' };
  const { properties } = settingsSchema();
  const whole = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Settings of Standin',
    type: 'object',
    properties: { $schema, ...properties },
    additionalProperties: false,
    $defs: ruleSchema().$defs,
  };
  return `${JSON.stringify(whole, (key, value: unknown) => (key === 'tsType' ? undefined : value), 2)}\n`;
}

/** The schema of all settings, or of the settings of an account. */
export function settingsSchema(table: Readonly<Record<string, Setting<unknown, unknown>>> = SETTINGS): JsonSchema {
  const properties = Object.fromEntries(Object.entries(table).map(([name, row]) => [name, schemaOf(name, row)]));
  return { type: 'object', properties, additionalProperties: false };
}

function schemaOf(name: string, { reader, default: byDefault, text }: Setting<unknown, unknown>): JsonSchema {
  const own = SPECIAL[name]?.() ?? plainSchema(reader);
  return { ...own, description: text, ...(byDefault === undefined || name === 'prices' ? {} : { default: byDefault }) };
}

function plainSchema({ form, values, isWhole, least, most }: Reader<unknown>): JsonSchema {
  if (values !== undefined) return { enum: values };
  if (form === 'boolean') return { type: 'boolean' };
  if (form === 'list') return { type: 'array', items: { type: 'string' } };
  if (form !== 'number') return { type: 'string' };
  return {
    type: isWhole === true ? 'integer' : 'number',
    ...(least !== undefined && { minimum: least }),
    ...(most !== undefined && { maximum: most }),
  };
}

const text: JsonSchema = { type: 'string' };

function objectSchema(properties: Record<string, JsonSchema>, required: readonly string[] = []): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

function tiers(): JsonSchema {
  const price = { type: 'number', minimum: 0 };
  return objectSchema({ '480p': price, '720p': price, '1080p': price });
}

/** The schemas that do not follow from a reader. */
const SPECIAL: Readonly<Record<string, () => JsonSchema>> = {
  latency: () => ({
    anyOf: [
      { enum: ['instant', 'fast', 'realistic', 'manual'] },
      { type: 'string', pattern: String.raw`^polls:\d+,\d+$` },
      { type: 'string', pattern: String.raw`^seconds:[\d.]+,[\d.]+$` },
    ],
    tsType: "'instant' | 'fast' | 'realistic' | 'manual' | `polls:${number},${number}` | `seconds:${string},${string}`",
  }),
  clock: () => ({
    anyOf: [{ enum: ['real', 'frozen'] }, { type: 'string', pattern: String.raw`^(frozen@.+|x\d+(\.\d+)?)$` }],
    tsType: "'real' | 'frozen' | `frozen@${string}` | `x${number}`",
  }),
  // Any text compiles, since a program may compute it; the names are for completion.
  scenario: () => ({ enum: scenarioNames(), tsType: 'ScenarioName | (string & Record<never, never>)' }),
  accounts: () => ({
    type: 'array',
    items: {
      ...objectSchema(
        {
          name: text,
          keys: { type: 'array', items: text, minItems: 1 },
          ...settingsSchema(ACCOUNT_SETTINGS).properties,
        },
        ['name', 'keys'],
      ),
      tsType: 'ListedAccountInput',
    },
  }),
  errors: () => ({
    ...objectSchema(
      Object.fromEntries(
        Object.keys(ERRORS).map((code) => [code, objectSchema({ status: { type: 'integer' }, code: text })]),
      ),
    ),
    tsType: '{ [Code in ErrorCode]?: { status?: number | undefined; code?: string | undefined } | undefined }',
  }),
  prices: () => objectSchema({ withoutSources: tiers(), withSources: tiers() }),
  tls: () => ({ anyOf: [{ const: 'self-signed' }, objectSchema({ cert: text, key: text }, ['cert', 'key'])] }),
  media: () => ({ type: 'array', items: objectSchema({ prefix: text, folder: text }, ['prefix', 'folder']) }),
  faults: () => {
    // References in it lead to the definitions of the whole.
    const { $defs: _, ...rule } = ruleSchema();
    return { type: 'array', items: { ...rule, tsType: 'FaultRuleInput' } };
  },
};

function ruleSchema(): JsonSchema & { readonly $defs?: unknown } {
  const { $schema: _, ...schema } = z.toJSONSchema(FaultRule, { io: 'input', unrepresentable: 'any' });
  return schema as JsonSchema;
}
