/** The descriptions of the control API: they tell of every path, and the page needs nothing from elsewhere. */

import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { toOpenApi } from '../../../contract/openapi/document.ts';
import { CONTROL_ERRORS } from '../control-error.ts';
import { docsPage } from './page.ts';
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
    // A path that is none, and a method that a path has not, belong to no operation.
    expect(unnamed).toEqual(['not_found', 'method_not_allowed']);
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

describe('/docs', () => {
  const page = async (): Promise<{ html: string; headers: Headers }> => {
    const response = await openRig().emulator.fetch(new Request('http://localhost/docs'));
    return { html: await response.text(), headers: response.headers };
  };

  test('shows every operation of both APIs', async () => {
    const { html, headers } = await page();
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const { operationId } of CONTROL_ROUTES) expect(html).toContain(`<article id="${operationId}">\n`);
    for (const path of Object.keys(toOpenApi().paths)) expect(html).toContain(`<code class="path">${path}</code>`);
  });

  test('loads nothing, runs nothing, and every link leads somewhere on it', async () => {
    const { html, headers } = await page();
    expect(html).not.toMatch(/<(script|link|img|iframe)\b|url\(|@import|\son\w+=/);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
    expect(links.length).toBeGreaterThan(50);
    const targets = new Set([...html.matchAll(/id="([^"]*)"/g)].map(([, id]) => `#${id}`));
    expect(links.filter((href) => !targets.has(href))).toEqual([]);
  });

  test('takes no text of a description for HTML', () => {
    const document = {
      info: { title: '<b>', version: '1', description: '<img src=x onerror=alert(1)> `<i>`' },
      paths: {},
      components: { schemas: {} },
    };
    const html = docsPage([document]);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; <code>&lt;i&gt;</code>');
    expect(html).not.toContain('<img');
  });
});
