/** The kit against the emulator, as README runs it. */

import { beforeAll, expect, test } from 'vitest';
import { CHECKS, listCosts, readProfile, render, selectChecks, type Report } from '../../conformance/index.ts';
import { EDIT_ASKED } from '../../conformance/checks/lib/clips.ts';
import { fieldsFor, SPREAD } from '../../conformance/checks/lib/clip-creates.ts';
import { recordedRun } from '../support/recorded-run.ts';
import { bad, standin } from './standin-profile.ts';

let report: Report;

beforeAll(async () => {
  ({ report } = await recordedRun());
});

test('a run over HTTP is green: no promise of the document or of HTTP is broken', () => {
  expect(bad(report)).toEqual([]);
  expect(report.exitCode).toBe(0);
});

test('leaves hardly anything untested', () => {
  expect(report.results.filter(({ verdict }) => verdict === 'untestable').map(({ id }) => id)).toEqual([
    // Each key of the emulator opens an account of its own.
    'get.answer.status.second-key',
    'content.answer.status.second-key',
    'create.source-video-ids.owned.second-key',
    'http.retry-after',
  ]);
});

test('has at least 150 checks and 60 observations, and pays for at most 12 creates and 10 US dollars', async () => {
  const observations = Object.keys(report.observations).length;
  expect(report.summary.checks - observations).toBeGreaterThanOrEqual(150);
  expect(observations).toBeGreaterThanOrEqual(60);
  const { creates, refunded = 0 } = report.spend;
  expect(creates - refunded).toBeLessThanOrEqual(12);
  const profile = readProfile(await standin());
  const planned = listCosts(selectChecks(CHECKS, profile), profile);
  expect(planned.creates).toBeLessThanOrEqual(12);
  expect(planned.price).toBeLessThanOrEqual(10);
  expect(report.spend.spent).toBe(planned.price);
  expect(report.spend.spent).toBeLessThanOrEqual(report.spend.worst ?? 0);
});

test('asks for what the spread of its creates says', () => {
  const probes = {
    extendMany: 'clip.extend-many',
    spending: 'credits.spending',
  };
  for (const [name, row] of Object.entries(SPREAD)) {
    const probe = Reflect.get(probes, name) ?? `clip.${name}`;
    const create = report.exchanges.find((one) => one.probe === probe && /^(create|affordable)$/.test(one.label));
    const sent = { resolution: '720p', aspect_ratio: '16:9', audio: true, ...JSON.parse(create?.request.body ?? '') };
    const seconds = row.workflow === 'edit' ? EDIT_ASKED : row.seconds;
    expect(sent, name).toMatchObject({ ...fieldsFor(row), audio: row.audio, duration_seconds: seconds });
  }
});

test('observes what the emulator decides', () => {
  expect(report.observations).toMatchObject({
    'idempotency.replay': '202 same body',
    'idempotency.mismatch': '400 idempotency_key_reused',
    'error-code.prompt.length.above': '400 invalid_prompt',
    'price.480p': '0.12',
    'price.720p': '0.28',
    'billing.edit-seconds': 'the seconds of the output',
    'content.pixels.480p.4-3': '752x560',
    'create.null.mode': 'refused 400 invalid_type',
  });
});

test('passes rest on exchanges that were recorded', () => {
  const recorded = new Set(report.exchanges.map(({ n }) => n));
  const passes = report.results.filter(({ verdict }) => verdict === 'pass');
  expect(passes.filter(({ exchanges }) => exchanges.length === 0 || exchanges.some((n) => !recorded.has(n)))).toEqual(
    [],
  );
});

test('no report holds a key', () => {
  for (const format of ['json', 'junit', 'html', 'markdown', 'sarif'] as const)
    expect(render(report, format).match(/sk_standin_kit[^"]{0,40}/g)).toBeNull();
});
