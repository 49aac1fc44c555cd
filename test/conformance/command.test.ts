/** `standin conformance` in a shell: arguments, output files, exit status. */

import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEmulator } from '../../emulator/index.ts';
import { runCommand } from '../support/run-command.ts';
import { standin } from './standin-profile.ts';
import type { Outcome } from '../support/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-kit-cli-'));
const emulator = createEmulator({ latency: 'instant' });
let url = '';

beforeAll(async () => {
  url = (await emulator.listen({ port: 0 })).url;
});
afterAll(async () => {
  await emulator.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

const at = (name: string): string => join(folder, name);
const conformance = (...args: string[]): Promise<Outcome> =>
  runCommand(['conformance', ...args], { env: { NO_COLOR: '1', STANDIN_API_KEY: undefined } });

describe('a run', () => {
  test('prints what came of it, writes the artifacts, and exits 0', async () => {
    const { status, stdout } = await conformance(
      url,
      '--profile',
      'standin',
      '--only',
      'get,price.480p',
      '--no-journal',
      '--report',
      `json=${at('r.json')},junit=${at('r.xml')},html=${at('r.html')}`,
      '--observed',
      at('observed.json'),
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('PASS  ') });
    expect(JSON.parse(readFileSync(at('observed.json'), 'utf8'))).toMatchObject({ 'price.480p': '0.12' });
    expect(existsSync(at('r.html'))).toBe(true);
  });

  test('reports its edition and the edition of each check; an unknown edition is rejected by its name', async () => {
    const flags = ['--key', 'sk_standin_edition', '--no-journal', '--only', 'get.unknown'];
    const { status, stdout } = await conformance(url, ...flags, '--edition', '0.1', '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ edition: '0.1', results: [{ id: 'get.unknown', since: '0.1' }] });
    const wrong = await conformance(url, ...flags, '--edition', '0.9');
    expect(wrong).toMatchObject({ status: 2, stderr: 'standin: --edition: must be one of 0.1, 0.2, not "0.9"\n' });
  });

  test('is judged again, and compared, without the server', async () => {
    expect((await conformance('judge', at('r.json'))).status).toBe(0);
    expect(await conformance('diff', at('r.json'), at('r.json'))).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^No difference; \d+ checks compared\.\n$/),
    });
    const report = readFileSync(at('r.json'), 'utf8').replaceAll('video_not_found', 'no_such_video');
    writeFileSync(at('other.json'), report);
    await conformance('judge', at('other.json'), '--report', `json=${at('judged.json')}`);
    const { status, stdout } = await conformance('diff', at('r.json'), at('judged.json'));
    expect(status).toBe(6);
    expect(stdout).toMatch(
      /^OBSERVED get\.refusal-status\.foreign\n {2}\S.+\n {2}before: "404 video_not_found"\n {2}after: {2}"404 no_such_video"\n\n/m,
    );
    expect(await conformance('diff', at('r.json'), at('judged.json'), '--fail-on', 'fail')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/ differences, 0 of which --fail-on fail counts; \d+ checks compared\.\n$/),
    });
    expect((await conformance('diff', at('r.json'), at('judged.json'), '--fail-on', 'observed')).status).toBe(6);
    expect((await conformance('diff', at('r.json'), at('judged.json'), '--fail-on', 'all')).status).toBe(2);
  });

  test('is compared with an earlier report: what failed then and passes now is fixed', async () => {
    const report = JSON.parse(readFileSync(at('r.json'), 'utf8')) as { results: { id: string }[] };
    const earlier = report.results.map((one) => (one.id === 'get.unknown' ? { ...one, verdict: 'fail' } : one));
    writeFileSync(at('earlier.json'), JSON.stringify({ ...report, results: earlier }));
    const only = ['--profile', 'standin', '--only', 'get.unknown', '--no-journal'];
    const { status, stdout } = await conformance(url, ...only, '--previous', at('earlier.json'));
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Cases since the run of \S+ \S+ UTC: 0 new, 0 back, 0 ongoing, 1 fixed \(get\.unknown\)$/m);
    expect(await conformance(url, ...only, '--previous', at('r.xml'))).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--previous ') as string,
    });
  });

  test('is red where nothing was compared', async () => {
    const report = JSON.parse(readFileSync(at('r.json'), 'utf8')) as object;
    writeFileSync(at('empty.json'), JSON.stringify({ ...report, results: [] }));
    expect(await conformance('diff', at('r.json'), at('empty.json'))).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('have no check in common'),
    });
    writeFileSync(at('none.json'), '{}');
    const observed = await conformance('observed', at('r.json'), '--check', at('none.json'));
    expect(observed).toMatchObject({ status: 3, stderr: expect.stringContaining('compared nothing') });
  });

  test('is compared with committed observations, which it also writes', async () => {
    expect((await conformance('observed', at('r.json'), '--out', at('committed.json'))).status).toBe(0);
    const committed = readFileSync(at('committed.json'), 'utf8');
    expect(committed.split('\n')).toContain('  "price.480p": "0.12",');
    expect(committed).not.toContain('state.watched-path');
    expect(await conformance('observed', at('r.json'), '--check', at('committed.json'))).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^No drift; observations compared with .*: \d+\.$/m),
    });
    writeFileSync(at('older.json'), committed.replace('"price.480p": "0.12"', '"price.480p": "0.10"'));
    const drifted = await conformance('observed', at('r.json'), '--check', at('older.json'), '--out', at('older.json'));
    expect(drifted).toMatchObject({ status: 6, stdout: expect.stringContaining('before: "0.10"\n  after:  "0.12"') });
    expect(readFileSync(at('older.json'), 'utf8')).toBe(committed);
  });

  test('is compared right after a run, too; a file that cannot be read is reported before the run', async () => {
    const flags = ['--profile', 'standin', '--no-journal', '--only', 'get.refusal*'];
    const args = ['observed', url, '--check', at('committed.json'), ...flags];
    expect(await conformance(...args)).toMatchObject({ status: 0, stdout: expect.stringContaining('No drift; ') });
    const unread = await conformance('observed', url, '--check', at('no-such.json'), ...flags);
    expect(unread).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('contains no observations'),
    });
    expect((await conformance('observed', at('r.json'))).status).toBe(2);
  });

  test('is compared by drift alone, however many promises the server breaks', async () => {
    const broken = ['--key', 'sk_standin_drift~scenario-content_range_ignored', '--no-journal'];
    const flags = [...broken, '--only', 'content.range.status.start,price.480p'];
    const file = at('broken-observed.json');
    expect((await conformance(url, ...flags)).status).toBe(1);
    const written = await conformance('observed', url, '--out', file, ...flags);
    expect(written).toMatchObject({ status: 0, stdout: expect.stringContaining('FAIL  content.range.status ') });
    expect((await conformance('observed', url, '--check', file, ...flags)).status).toBe(0);
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, before.replace('"price.480p": "0.12"', '"price.480p": "0.10",\n  "get.not-in-this-run": "x"'));
    const drifted = await conformance('observed', url, '--check', file, '--out', file, ...flags);
    expect(drifted).toMatchObject({ status: 6, stdout: expect.stringContaining('before: "0.10"\n  after:  "0.12"') });
    // Observations that this run did not make stay in the file.
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...JSON.parse(before), 'get.not-in-this-run': 'x' });
  });

  test('does not compare if nobody answers: 3, and the file stays', async () => {
    const file = at('stays.json');
    writeFileSync(file, '{"price.480p":"0.12"}');
    for (const flag of ['--check', '--out'])
      expect(
        (await conformance('observed', 'http://127.0.0.1:9', flag, file, '--key', 'k', '--no-journal')).status,
      ).toBe(3);
    expect(readFileSync(file, 'utf8')).toBe('{"price.480p":"0.12"}');
  });

  test('gives no settings to a file that holds something else', async () => {
    writeFileSync(at('broken.json'), '[');
    expect((await conformance('learn', at('r.json'), '--out', at('broken.json'))).status).toBe(2);
  });

  test('knows the failures of a baseline, and writes it; unselected checks stay in it', async () => {
    const baseline = ['--baseline', at('known.json')];
    const checks = (): string[] =>
      (JSON.parse(readFileSync(at('known.json'), 'utf8')) as { check: string }[]).map(({ check }) => check);
    const key = 'sk_standin_known~scenario-content_range_ignored';
    const flags = ['--key', key, '--no-journal', '--only', 'content.range.status.start,get.unknown'];
    const writing = [...flags, ...baseline, '--write-baseline', '--report', `json=${at('ranges.json')}`];
    const written = await conformance(url, ...writing);
    expect(written).toMatchObject({ status: 0, stderr: expect.stringContaining('1 known failure, 1 new and 0 gone') });
    expect(checks()).toEqual(['content.range.status.start']);
    // The recorded exchanges allow more verdicts than the run selected.
    expect((await conformance('judge', at('ranges.json'), ...baseline)).status).toBe(1);
    expect((await conformance('judge', at('ranges.json'), ...baseline, '--write-baseline')).status).toBe(0);
    const known = checks();
    expect(known.length).toBeGreaterThan(1);
    expect((await conformance('judge', at('ranges.json'), ...baseline)).status).toBe(0);
    // r.json selected other checks: the lines are neither stale there nor removed.
    expect((await conformance('judge', at('r.json'), ...baseline, '--write-baseline')).status).toBe(0);
    expect(checks()).toEqual(known);
    // The key is refused, so nothing was judged, and nothing is written.
    const refused = [...flags, '--key', 'sk_elsewhere', ...baseline, '--write-baseline'];
    expect((await conformance(url, ...refused)).status).toBe(2);
    expect(checks()).toEqual(known);
    const good = await conformance(url, ...flags, '--key', 'sk_standin_well', ...baseline);
    expect(good).toMatchObject({
      status: 5,
      stdout: expect.stringContaining('The check content.range.status.start passes now'),
    });
    const misspelled = readFileSync(at('known.json'), 'utf8').replaceAll('range.status.start', 'range.statsu.start');
    writeFileSync(at('known.json'), misspelled);
    expect(await conformance(url, ...flags, ...baseline)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining(
        '"content.range.statsu.start" is not the id of a check. Similar names: content.range.',
      ),
    });
    expect((await conformance(url, ...flags, '--baseline', at('nowhere.json'))).status).toBe(2);
    expect((await conformance('judge', at('r.json'), '--write-baseline')).status).toBe(2);
    expect((await conformance('judge', at('r.json'), '--baseline', at('r.xml'))).status).toBe(2);
  }, 60_000);

  test('reads a profile from a file, and keys from the environment', async () => {
    writeFileSync(
      at('profile.ts'),
      `export const profile = { baseUrl: '${url}', only: ['get.unknown'], timing: { requestSeconds: 5 } };\n`,
    );
    const { status } = await runCommand(['conformance', '--profile', at('profile.ts'), '--no-journal'], {
      env: { STANDIN_API_KEY: 'sk_standin_cli' },
    });
    expect(status).toBe(0);
  });

  test('with a broken promise exits 1 and shows how to repeat the request', async () => {
    const server = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const there = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { status, stdout } = await conformance(
      there,
      '--key',
      'sk_very_secret_key',
      '--only',
      'get.unknown',
      '--no-journal',
    );
    server.close();
    expect(status).toBe(1);
    expect(stdout).toContain('FAIL  get.unknown ');
    expect(stdout).toContain('curl -i -H "Authorization: Bearer $STANDIN_API_KEY"');
    expect(stdout).not.toContain('sk_very_secret_key');
  });

  test('that does not come about leaves no empty report behind, and an older one as it was', async () => {
    writeFileSync(at('older.json'), 'older');
    const reports = ['--report', `junit=${at('never.xml')},json=${at('older.json')}`];
    const { status } = await conformance('http://127.0.0.1:9', '--key', 'k', '--only', 'nothing-like-it', ...reports);
    expect(status).toBe(2);
    expect(existsSync(at('never.xml'))).toBe(false);
    expect(readFileSync(at('older.json'), 'utf8')).toBe('older');
  });
});

describe('without a run', () => {
  test('--plan prints every check with its cost, and sends nothing', async () => {
    const { status, stdout } = await conformance('http://127.0.0.1:9', '--profile', 'standin', '--plan');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^get\.unknown +free$/m);
    expect(stdout).toMatch(/^content\.frame-rate +\$0\.48$/m);
    expect(stdout).toMatch(
      /10 paid creates shared by several checks: \$9\.96 planned, at most \$[\d.]+ if the server also charges for requests that it must reject/,
    );
  });

  test('explain tells what a check is about', async () => {
    const { status, stdout } = await conformance('explain', 'create.prompt.length.above');
    expect(status).toBe(0);
    expect(stdout).toContain(
      'A create request with a `prompt` of 15001 characters is rejected. A valid create request of the same kind is not rejected.',
    );
    expect(stdout).toContain('docs/api.md#create.prompt.length');
  });

  test('a misspelled field of a profile is named before what is missing for it', async () => {
    const profile = at('misspelled.json');
    writeFileSync(profile, '{ "keys": { "primry": "k" }, "timng": {} }');
    const { status, stderr } = await conformance('http://127.0.0.1:9', '--profile', profile);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'standin: keys.primry: is not a field of a profile\ntimng: is not a field of a profile\n',
    });
  });

  test.each([
    [['explain', 'create.promt.length'], 'Similar names: create.prompt.'],
    [['http://127.0.0.1:9'], 'No API key'],
    [['--key', 'k'], 'No base URL'],
    [['not a url', '--key', 'k'], 'baseUrl'],
    [['http://127.0.0.1:9', '--key', 'k', '--only', 'nothing-like-it'], 'matches no check and no section'],
    [
      ['http://127.0.0.1:9', '--key', 'k', '--gate', 'everything'],
      /^standin: --gate: must be one of document, http\n$/,
    ],
    [['http://127.0.0.1:9', '--key', 'k', '--concurrency', '0'], /^standin: --concurrency: must be at least 1\n$/],
    [['http://127.0.0.1:9', '--key', 'k', '--timeout', '9e9'], /^standin: --timeout: must be at most 2000000\n$/],
    [
      ['http://127.0.0.1:9', '--key', 'k', '--profile', 'nope'],
      /^standin: The kit cannot read the profile nope: no such file\. [^\n]*\n$/,
    ],
    [
      ['explain', 'nope'],
      /^standin: the check "nope" does not exist\. `standin conformance --plan` lists the checks\.\n$/,
    ],
    [['http://127.0.0.1:9', '--key', 'k', '--report', 'pdf=a.pdf'], '--report: "pdf=a.pdf" is not format=file'],
    [['http://127.0.0.1:9', '--profile', 'no-such-file.json'], 'The kit cannot read the profile'],
    [['http://127.0.0.1:9?v=1', '--key', 'k'], /must not contain \? or #/],
    [['http://me:secret@127.0.0.1:9', '--key', 'k'], 'must not contain a user name and password'],
    [['ftp://127.0.0.1:9', '--key', 'k'], 'baseUrl'],
    [
      ['http://127.0.0.1:9', '--key', 'k', '--report', 'json=/dev/null/r.json'],
      'cannot be written, so the run did not start',
    ],
    [
      ['http://127.0.0.1:9', '--key', 'k', '--observed', '/dev/null/o.json'],
      'cannot be written, so the run did not start',
    ],
    [['http://127.0.0.1:9', '--key', 'k', '--journal', '/dev/null/j'], 'turn off the spend journal with --no-journal'],
    [['judge', 'package.json'], 'package.json: not a JSON report of this kit'],
    [['http://127.0.0.1:9', '--color'], "unknown option '--color'"],
  ])('%j is a usage error that says what to do', async (args, message) => {
    const { status, stderr } = await conformance(...args);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(message) });
  });

  test('a rejected key of another account: exit 2, because it shows nothing about the owners of records', async () => {
    const valid = await standin();
    const run = await conformance(url, '--key', String(valid.keys?.primary), '--key-other', 'zzz', '--no-journal');
    expect(run.status).toBe(2);
    expect(run.stdout).toContain('not the value of --key-other: it returns 401');
  });

  test('a server that is not there: exit 3, with its address', async () => {
    const { status, stdout } = await conformance(
      'http://127.0.0.1:9',
      '--key',
      'sk_some_secret',
      '--no-journal',
      '--timeout',
      '2',
    );
    expect(status).toBe(3);
    expect(stdout).toContain('http://127.0.0.1:9');
  });
});
