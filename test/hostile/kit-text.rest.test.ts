/** Text of a target or of a report file stays in its place in the outputs of the kit. */

import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  createProgress,
  judge,
  readReport,
  render,
  run,
  terminalReport,
  type Report,
} from '../../conformance/index.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const NASTY = [
  '\u001b[2J\u001b]0;owned\u0007',
  '\n::error::from the target',
  '\n  ::set-env name=A::b ::warning::c',
  '##vso[task.complete]done',
  '\u009b31m \u202e reversed',
  // A soft hyphen, a tag letter, an annotation, a filler and a selector. None of them is visible.
  '\u00ad\u{e0041}\ufff9\u3164\u{e0100}',
  '\n\n# Heading\n\n<img src=x onerror=alert(1)> | [link](https://evil.test) `code`',
].join('');

const KEYS = { primary: 'a-key-of-this-test' };

async function nastyReport(): Promise<Report> {
  const url = await listening((request, response) => {
    const status = request.method === 'POST' ? 400 : 404;
    const body = {
      error: { code: NASTY, message: status === 404 ? ['<img src=x> [link](x) from the target'] : NASTY },
    };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  return run(url, { keys: KEYS, only: ['error.*', 'error-code.*', 'get.unknown'], timing: { requestSeconds: 20 } });
}

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u202a-\u202e\u3164\ufff9\u{e0000}-\u{e01ef}]/u;
const COMMANDS = /^\s*::|##\w*\[/m;

describe('text of the target', () => {
  test('cannot send commands to a terminal or a log, and cannot move the cursor', async () => {
    const report = await nastyReport();
    expect(report.summary.fail + report.summary.observed).toBeGreaterThan(0);
    for (const width of [20, 40, 80, 100]) {
      const text = terminalReport(report, { color: false, width, verbose: true });
      expect(text).toContain('from the target');
      expect(text).not.toMatch(CONTROLS);
      expect(text).not.toMatch(COMMANDS);
    }
  });

  test('is not a command in the progress lines', () => {
    const lines: string[] = [];
    const progress = createProgress({ style: 'plain', width: 80, write: (line) => lines.push(line) });
    progress.onEvent({ type: 'generation', id: 'clip.base', status: NASTY, wanted: 'completed', spent: 0 });
    progress.onEvent({ type: 'waiting', reason: NASTY, spent: 0 });
    // The progress does not print the status that the target gives to a running generation.
    expect(lines).toHaveLength(1);
    for (const line of lines) {
      expect(line.trimEnd()).not.toContain('\n');
      expect(line).not.toMatch(CONTROLS);
      expect(line).not.toMatch(COMMANDS);
    }
  });

  test('is neither Markdown nor HTML outside of fences', async () => {
    const markdown = render(await nastyReport(), 'markdown', KEYS);
    const outside = markdown.replaceAll(/^(`{3,})\n[\s\S]*?\n\1$/gm, '');
    expect(outside).toContain('from the target');
    expect(outside).not.toMatch(/<img|^# Heading|(?<!\\)\[link\]/m);
    expect(markdown).not.toMatch(CONTROLS);
    expect(markdown).not.toMatch(COMMANDS);
  });

  test.each(['html', 'junit', 'sarif', 'json'] as const)('is text in %s', async (format) => {
    const report = await nastyReport();
    const text = render(report, format, KEYS);
    expect(text).not.toMatch(CONTROLS);
    expect(text).not.toMatch(/##\w*\[/);
    if (format === 'html' || format === 'junit') expect(text).not.toContain('<img');
    if (format === 'json') expect(readReport(text)).toEqual(JSON.parse(JSON.stringify(report)));
    if (format === 'sarif') expect(text).not.toMatch(/(?<!\\\\)\[link/);
  });
});

describe('a report that was written by others', () => {
  test('with a URL that is none, or a date that is none, is not read', async () => {
    const report = await nastyReport();
    const [first] = report.exchanges;
    const bad = { ...report, exchanges: [{ ...first, request: { ...first?.request, url: 'no url' } }] };
    expect(() => readReport(JSON.stringify(bad))).toThrow();
    expect(() => readReport(JSON.stringify({ ...report, startedAt: 'yesterday' }))).toThrow();
    expect(judge(readReport(JSON.stringify(report))).summary.checks).toBeGreaterThan(0);
  });

  test('cannot leave its attribute in JUnit', async () => {
    const report = await nastyReport();
    const text = render({ ...report, startedAt: '"><script>alert(1)</script>' }, 'junit', KEYS);
    expect(text).not.toContain('<script>');
  });
});

test('of answers from another origin a report keeps no text', async () => {
  const inner = await listening((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end('the secret of another service');
  });
  const binary = await listening((_, response) => {
    response
      .writeHead(200, { 'content-type': 'application/x-secret' })
      .end(Buffer.from('\u00ffanother secret', 'latin1'));
  });
  let count = 0;
  const url = await listening((_, response) => {
    count += 1;
    response.writeHead(307, { location: count % 2 === 0 ? inner : binary }).end();
  });
  const report = await run(url, {
    keys: KEYS,
    only: ['content.unknown*', 'content.refus*', 'get.unknown'],
    timing: { requestSeconds: 20 },
  });
  const elsewhere = report.exchanges.filter(({ elsewhere: isElsewhere }) => isElsewhere === true);
  expect(elsewhere.length).toBeGreaterThan(0);
  const text = JSON.stringify(report);
  expect(text).not.toContain('the secret of another service');
  expect(text).not.toContain(Buffer.from('another secret').toString('base64').slice(0, 12));
  expect(
    elsewhere.every(({ response }) => response?.body.text === undefined && response?.body.windows === undefined),
  ).toBe(true);
});

test.each([
  ['arrays in arrays', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['objects in objects', `${'{"id":'.repeat(30_000)}1${'}'.repeat(30_000)}`],
])('an answer of %s is a finding, and no fault of the kit', async (_, text) => {
  const url = await listening((_request, response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end(text);
  });
  const report = await run(url, { keys: KEYS, only: ['error.*', 'get.unknown'], timing: { requestSeconds: 20 } });
  expect(report.summary['harness-fault']).toBe(0);
  expect(report.exitCode).toBe(1);
});
