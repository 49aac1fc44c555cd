/** The report files of a run: reads each format back, and judges old reports again. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { diffReports, judge, readReport, render, terminalReport, type Report } from '../../conformance/index.ts';
import { findingsOf } from '../../conformance/engine/findings.ts';
import { promiseOf } from '../../conformance/engine/promises.ts';
import { recordedRun } from '../support/recorded-run.ts';

const FILES = [
  ['json', 'report.json'],
  ['junit', 'junit.xml'],
  ['html', 'report.html'],
  ['markdown', 'summary.md'],
  ['sarif', 'report.sarif'],
] as const;

let report: Report;
let output: string;

beforeAll(async () => {
  ({ report, output } = await recordedRun());
});

describe('reports, read back', () => {
  test('JSON gives the same report, and judging it again the same verdicts', () => {
    const again = judge(readReport(render(report, 'json')));
    expect(again.results).toEqual(report.results);
    expect(diffReports(report, again)).toEqual([]);
  });

  test('judging finds what an altered exchange breaks', () => {
    const altered = structuredClone(report);
    const poll = altered.exchanges.find(({ probe, label }) => probe === 'clip.base' && label.startsWith('poll'));
    if (poll?.response !== undefined) poll.response.body.text = poll.response.body.text?.replace('0.48', '0.47');
    const again = judge(altered);
    const [first] = diffReports(report, again);
    expect(first).toMatchObject({
      kind: 'regression',
      before: 'pass',
      after: expect.stringMatching(/^fail: expected /),
    });
    expect(diffReports(report, again).map(({ id, kind }) => `${id} ${kind}`)).toContain(
      'record.cost-usd.reserved regression',
    );
    expect(again.exitCode).toBe(1);
  });

  test('a case of many requests lists each of them that failed', () => {
    const altered = structuredClone(report);
    const bodies = altered.exchanges.filter(({ probe }) => probe === 'create.unknown-fields.near');
    for (const { response } of bodies.slice(1, 4)) if (response !== undefined) response.status = 500;
    const again = judge(altered);
    const result = again.results.find(({ id }) => id === 'create.unknown-fields.near');
    expect(result?.got).toMatch(/^500 /);
    expect(result?.otherRequests).toEqual(
      bodies.slice(2, 4).map(({ n, label }) => ({ request: label, got: expect.stringMatching(/^500 /), n })),
    );
    const [, first, second] = bodies.slice(1, 4).map(({ label }) => label);
    for (const line of [`got for:   ${first}: 500`, `got for:   ${second}: 500`])
      expect(terminalReport(again, { color: false, width: 100 })).toContain(line);
    expect(render(again, 'markdown')).toContain(`- got for: ${first}: 500`);
  });

  test('a clip is judged by the seconds that its create asked for, which may be others in this version', () => {
    const earlier = structuredClone(report);
    for (const { probe, label, request, response } of earlier.exchanges) {
      if (probe === 'clip.watched' && label === 'create') {
        Object.assign(request, { body: request.body?.replace(/"duration_seconds":\d+/, '"duration_seconds":7') });
        expect(request.body).toContain('"duration_seconds":7');
      }
      const video = response?.body.clip?.video;
      if (probe === 'download.watched' && video !== undefined) Object.assign(video, { frames: 7 * 24 });
    }
    const find = (id: string): string | undefined => judge(earlier).results.find((one) => one.id === id)?.verdict;
    expect(find('content.duration.requested.longer')).toBe('pass');
  });

  test('JUnit counts what the JSON counts', () => {
    const xml = render(report, 'junit');
    const head = /<testsuites [^>]*tests="(\d+)" failures="(\d+)" errors="(\d+)" skipped="(\d+)"/
      .exec(xml)
      ?.slice(1)
      .map(Number);
    const judging = report.results.filter(({ level }) => level !== 'observe');
    const promises = new Map(judging.map((result) => [promiseOf(result), result]));
    expect(promises.size).toBeGreaterThan(200);
    expect(head?.slice(0, 3)).toEqual([promises.size, 0, 0]);
    expect(xml.match(/<testcase /g)).toHaveLength(promises.size);
    expect(xml.match(/<skipped /g)).toHaveLength(head?.[3] ?? 0);
  });

  test('HTML counts what the JSON counts, and loads nothing', () => {
    const html = render(report, 'html');
    expect(html).toMatch(/<h1 class="pass"><b>PASS<\/b> \d+ of \d+ promises kept/);
    for (const verdict of ['pass', 'fail', 'observed', 'untestable'] as const)
      expect(html.match(new RegExp(`<details class="check ${verdict}"`, 'g')) ?? []).toHaveLength(
        report.summary[verdict],
      );
    expect(html).toContain(`<dt>begun</dt><dd>${report.startedAt}</dd>`);
    expect(html.match(/<details class="check /g)).toHaveLength(report.summary.checks);
    expect(html).not.toMatch(/<(link|img|iframe)\b|<script [^>]|url\(|@import/);
    // This is the search script, which contains no data of the report.
    expect(html.match(/<script>/g)).toHaveLength(1);
    expect(html).toMatch(
      /<td>clip\.base<\/td><td>pending at [\d.]+ s, (?:running at [\d.]+ s, )?completed at [\d.]+ s<\/td>/,
    );
  });

  test('Markdown counts what the JSON counts', () => {
    const markdown = render(report, 'markdown');
    const rows = [...markdown.matchAll(/^\| [A-Z][^|]* \| (\d+) \| (\d+) \| (\d+) \|$/gm)];
    const sums = [1, 2, 3].map((column) => rows.reduce((sum, row) => sum + Number(row[column]), 0));
    const judging = report.results.filter(({ level }) => level !== 'observe');
    expect(sums.reduce((all, one) => all + one, 0)).toBe(new Set(judging.map((result) => promiseOf(result))).size);
    expect(sums[1]).toBe(0);
  });

  test('SARIF points at the lines of broken promises', () => {
    const altered = structuredClone(report);
    for (const result of altered.results)
      if (result.id === 'create.prompt.length.above')
        Object.assign(result, { verdict: 'fail', expected: 'a refusal', got: '202' });
    altered.findings = findingsOf(altered.results, [], { foundations: [], isCombined: () => false });
    const { runs } = JSON.parse(render(altered, 'sarif')) as {
      runs: { results: { ruleId: string; locations: { physicalLocation: { region: { startLine: number } } }[] }[] }[];
    };
    const [finding] = runs[0]?.results ?? [];
    const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8').split('\n');
    const line = finding?.locations[0]?.physicalLocation.region.startLine ?? 0;
    expect(runs[0]?.results).toHaveLength(1);
    expect(page[line - 1]).toContain('`prompt` has 1 to 15000 characters');
  });

  test('the terminal shows failures first, fits a narrow window, and is plain when asked', () => {
    const altered = structuredClone(report);
    for (const result of altered.results)
      if (result.id === 'get.unknown') Object.assign(result, { verdict: 'fail', expected: '404', got: '200' });
    altered.findings = findingsOf(altered.results, [], { foundations: [], isCombined: () => false });
    const text = terminalReport({ ...altered, exitCode: 1 }, { color: false, width: 60 });
    expect(text.startsWith('FAIL  get.unknown  (1 of ')).toBe(true);
    expect(text).toContain('curl -i');
    expect(text).not.toContain('\u001b');
    const long = text
      .split('\n')
      .filter(
        (line) =>
          line.length > 60 &&
          !line.includes('curl') &&
          !line.startsWith('    |') &&
          line.includes(' '.repeat(1)) &&
          !/\S{50}/.test(line),
      );
    expect(long).toEqual([]);
  });

  test('a passing run never prints "failed"', () => {
    expect(report.exitCode).toBe(0);
    expect(output).toMatch(/^\[\d+\/\d+\] files\.image\.type: ended without a clip, as expected$/m);
    expect(output.split('\n').filter((line) => line.includes('failed'))).toEqual([]);
  });

  /** `.ci/run` keeps the reports of this run. */
  const kept = process.env['KEPT_REPORTS'];
  test.runIf(kept !== undefined)('each format is kept as a file', () => {
    const folder = join(kept ?? '', 'conformance');
    mkdirSync(folder, { recursive: true });
    for (const [format, name] of FILES) {
      writeFileSync(join(folder, name), render(report, format));
      expect(readFileSync(join(folder, name), 'utf8')).toBe(render(report, format));
    }
  });
});
