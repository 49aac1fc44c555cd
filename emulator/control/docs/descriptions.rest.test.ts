/** The descriptions of the control API: they tell of every path. */

import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { toOpenApi } from '../../../contract/openapi/document.ts';
import { CONTROL_ERRORS } from '../control-error.ts';
import { CONTROL_ROUTES } from '../routes/table.ts';
import { openRig } from '../../../test/support/control/rig.ts';

describe('/_standin/openapi.json', () => {
  test('describes every route of the table, and each operation has a name of its own', async () => {
    const { body } = await openRig().control('GET', '/openapi.json');
    const told = Object.entries(body.paths as Record<string, object>).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(told.toSorted()).toEqual(CONTROL_ROUTES.map(({ method, path }) => `${method} ${path}`).toSorted());
    const ids = CONTROL_ROUTES.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('describes each field of a fault rule', async () => {
    const { body } = await openRig().control('GET', '/openapi.json');
    const fields = fieldsOf(body.components.schemas.FaultRule as Described);
    expect(fields.length).toBeGreaterThan(40);
    expect(fields.filter(({ text }) => text === undefined).map(({ path }) => path)).toEqual([]);
  });

  test('has every reference that it makes', async () => {
    const { body } = await openRig().control('GET', '/openapi.json');
    const named = [...JSON.stringify(body).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name,
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !(String(name) in body.components.schemas))).toEqual([]);
  });

  test('names every error code of the control API', async () => {
    const text = JSON.stringify((await openRig().control('GET', '/openapi.json')).body);
    const unnamed = Object.keys(CONTROL_ERRORS).filter((code) => !text.includes(`\`${code}\``));
    // A path that is none, and a method that a path has not, belong to no operation; the last is a proxy's alone.
    expect(unnamed).toEqual(['not_found', 'method_not_allowed', 'not_in_proxy']);
  });

  test('its schemas take what the control API answers', async () => {
    const rig = openRig({ clock: 'frozen', settle: 'eager' });
    await rig.create('sk_standin_a', { 'idempotency-key': 'k' });
    const { body: document } = await rig.control('GET', '/openapi.json');
    const ajv = addFormats.default(new Ajv2020.default({ strict: false }));
    ajv.addSchema(document, 'document');
    const answers = {
      Account: await rig.control('GET', '/accounts/a'),
      Clock: await rig.control('GET', '/clock'),
      Generation: { body: (await rig.control('GET', '/accounts/a/generations')).body.generations[0] },
      ClockChange: await rig.control('POST', '/accounts/a/clock/run-until-idle'),
      Snapshot: await rig.control('GET', '/accounts/a/snapshot'),
      RuleInUse: await rig.control('POST', '/accounts/a/faults', { rule: { effect: { kind: 'answer' } } }),
      Scenario: { body: (await rig.control('GET', '/scenarios')).body.scenarios[0] },
      ErrorEnvelope: await rig.control('GET', '/nothing'),
    };
    for (const [name, { body }] of Object.entries(answers)) {
      const isValid = ajv.validate({ $ref: `document#/components/schemas/${name}` }, body);
      expect([name, isValid, ajv.errors]).toEqual([name, true, null]);
      expect([name, ajv.validate({ $ref: `document#/components/schemas/${name}` }, [])]).toEqual([name, false]);
    }
  });
});

test('/openapi.json is the document of the API', async () => {
  const { emulator } = openRig();
  const response = await emulator.fetch(new Request('http://localhost/openapi.json'));
  expect(await response.json()).toEqual(toOpenApi());
});

interface Described {
  readonly description?: string;
  readonly anyOf?: readonly Described[];
  readonly oneOf?: readonly Described[];
  readonly properties?: Readonly<Record<string, Described>>;
}

/** Returns all fields of a schema and of its alternatives. */
function fieldsOf(schema: Described, at = 'rule'): { path: string; text: string | undefined }[] {
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((one) => fieldsOf(one, at));
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${at}.${name}`;
    return [{ path, text: field.description }, ...fieldsOf(field, path)];
  });
  return [...own, ...alternatives];
}
