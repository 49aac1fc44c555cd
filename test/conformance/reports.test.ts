/** What a run leaves: each report format read back, old reports judged again. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { diffReports, judge, readReport, render, terminalReport, type Report } from '../../conformance/index.ts';
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
    const { summary } = report;
    // Where the document is silent, nothing counts for the exit status.
    const unclear = report.results.filter(({ verdict }) => verdict === 'inconclusive');
    const besides = unclear.filter(({ authority }) => authority === 'silent').length;
    const skipped = summary.untestable + summary['not-applicable'] + besides;
    expect(head).toEqual([summary.checks, summary.fail, unclear.length - besides + summary['harness-fault'], skipped]);
    expect(xml.match(/<testcase /g)).toHaveLength(summary.checks);
    expect(xml.match(/<skipped /g)).toHaveLength(skipped);
  });

  test('HTML counts what the JSON counts, and loads nothing', () => {
    const html = render(report, 'html');
    for (const [verdict, count] of Object.entries(report.summary)) {
      const shown = ['count', 'besides'].map((mark) =>
        Number(new RegExp(`<td data-${mark}="${verdict}">(\\d+)</td>`).exec(html)?.[1]),
      );
      expect((shown[0] ?? 0) + (shown[1] ?? 0)).toBe(count);
    }
    const gated = report.results.filter(({ authority }) => authority !== 'silent' && report.gates.includes(authority));
    expect(html).toContain(`<td data-count="checks">${gated.length}</td>`);
    expect(html).toContain(`<dt>begun</dt><dd>${report.startedAt}</dd>`);
    expect(html.match(/<details class="check /g)).toHaveLength(report.summary.checks);
    expect(html).not.toMatch(/<(link|img|iframe)\b|<script [^>]|url\(|@import/);
    // The search, which holds nothing of the report.
    expect(html.match(/<script>/g)).toHaveLength(1);
    expect(html).toContain('<svg');
  });

  test('Markdown counts what the JSON counts', () => {
    const markdown = render(report, 'markdown');
    const rowOf = (name: string): number[] =>
      (new RegExp(`^\\| ${name} \\| (\\d+) \\| (\\d+) \\|$`, 'm').exec(markdown) ?? []).slice(1).map(Number);
    for (const verdict of ['pass', 'fail', 'observed', 'untestable'] as const)
      expect(rowOf(verdict).reduce((sum, one) => sum + one, 0)).toBe(report.summary[verdict]);
    const [gated = 0, besides = 0] = rowOf('all');
    expect(gated + besides).toBe(report.summary.checks);
    expect(besides).toBeGreaterThan(0);
  });

  test('SARIF points at the lines of broken promises', () => {
    const altered = structuredClone(report);
    for (const result of altered.results)
      if (result.id === 'create.prompt.length.above')
        Object.assign(result, { verdict: 'fail', expected: 'a refusal', got: '202' });
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
    const text = terminalReport({ ...altered, exitCode: 1 }, { color: false, width: 60 });
    expect(text.startsWith('FAIL get.unknown')).toBe(true);
    expect(text).toContain('curl -i');
    expect(text).not.toContain('\u001b');
    const long = text
      .split('\n')
      .filter(
        (line) =>
          line.length > 60 &&
          !line.includes('curl') &&
          !line.startsWith('  |') &&
          line.includes(' '.repeat(1)) &&
          !/\S{50}/.test(line),
      );
    expect(long).toEqual([]);
  });

  test('a passing run never prints "failed"', () => {
    expect(report.exitCode).toBe(0);
    expect(output).toMatch(/^\[\d+\/\d+\] files\.image\.type: rejected, as expected$/m);
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
