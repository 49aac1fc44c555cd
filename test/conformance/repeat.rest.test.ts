/** The `repeat` line of a failing check repeats the failing request: the tests run it against broken servers. */

import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { run, terminalReport, type Report } from '../../conformance/index.ts';
import { MUTANTS } from '../../conformance/prove/mutants/mutants.ts';
import { listen } from '../../conformance/prove/run/socket.ts';
import { tamperWith, type Call, type Tampering } from '../../conformance/prove/server.ts';
import { createEmulator } from '../../emulator/index.ts';
import { standin } from './standin-profile.ts';

const hasCurl = await promisify(execFile)('curl', ['--version']).then(
  () => true,
  () => false,
);
if (!hasCurl && process.env['CI'] === 'true') throw new Error('curl is not on PATH.');

/** A netcat in a few lines, because the flags of netcat programs differ and some machines have none. */
const NETCAT = `#!${process.execPath}
const socket = require('node:net').connect(Number(process.argv[3]), process.argv[2]);
process.stdin.on('data', (bytes) => socket.write(bytes));
socket.pipe(process.stdout);
`;
const tools = mkdtempSync(join(tmpdir(), 'standin-repeat-'));
writeFileSync(join(tools, 'nc'), NETCAT);
chmodSync(join(tools, 'nc'), 0o755);
afterAll(() => rmSync(tools, { recursive: true, force: true }));

interface Judged {
  readonly report: Report;
  /** The calls that the server received after the run. */
  readonly calls: readonly Call[];
  readonly env: Readonly<Record<string, string>>;
}

/** Runs the kit against a server with one defect. The server listens until the end of the test. */
async function judged(tamper: Tampering, only: readonly string[]): Promise<Judged> {
  const engine = createEmulator({ latency: 'instant' });
  const calls: Call[] = [];
  const { handle } = tamperWith(engine, (call, next) => {
    calls.push(call);
    return tamper(call, next);
  });
  const server = await listen(handle, 'title-case');
  onTestFinished(async () => {
    await server.close();
    await engine.close();
  });
  const profile = await standin({ only: [...only], gates: ['document', 'http'] });
  const report = await run(server.url, { ...profile, timing: { ...profile.timing, requestSeconds: 60 } });
  calls.length = 0;
  const { primary = '', poor = '' } = profile.keys ?? {};
  return { report, calls, env: { STANDIN_API_KEY: primary, STANDIN_API_KEY_POOR: poor } };
}

function repeatOf(report: Report, check: string): string {
  const text = terminalReport(report, { color: false, width: 80 });
  const block = text
    .split('\n\n')
    .find((part) => part.includes(`  ${check}  (`) || part.includes(`\n  case:      ${check}\n`));
  return /^ {2}reproduce: (.*)$/m.exec(block ?? '')?.[1] ?? '';
}

async function execute(command: string, env: Judged['env']): Promise<string> {
  const PATH = `${tools}${delimiter}${process.env['PATH'] ?? ''}`;
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { env: { ...env, PATH }, encoding: 'latin1' });
  return stdout;
}

interface Case {
  readonly check: string;
  readonly server: string;
  readonly tamper: Tampering;
  readonly tool: 'curl' | 'nc';
  /** Returns the value by which the failing request differs from other requests. */
  readonly sent: (call: Call) => unknown;
  readonly wanted: unknown;
}

const broken = (check: string, behavior: string): Pick<Case, 'check' | 'server' | 'tamper'> => {
  const found = MUTANTS.find(({ does }) => does === behavior);
  if (found?.tamper === undefined) throw new Error(`No mutant ${behavior}.`);
  return { check, server: found.does, tamper: found.tamper() };
};

const CASES: readonly Case[] = [
  {
    ...broken('http.host.missing', 'accepts a request without Host'),
    tool: 'nc',
    sent: ({ headers }) => headers.get('x-hosts'),
    wanted: '0',
  },
  {
    ...broken('http.host.twice', 'accepts two Host lines with a create'),
    tool: 'nc',
    sent: ({ headers, operation }) => [operation, headers.get('x-hosts')],
    wanted: ['create', '2'],
  },
  {
    ...broken('http.absolute-form', 'rejects creates with an absolute URL'),
    tool: 'curl',
    sent: ({ headers, operation }) => [operation, headers.get('x-absolute')],
    wanted: ['create', 'yes'],
  },
  {
    ...broken('create.refusal.listed-status', 'rejects creates with an absolute URL'),
    tool: 'curl',
    sent: ({ headers, operation }) => [operation, headers.get('x-absolute')],
    wanted: ['create', 'yes'],
  },
  {
    ...broken('http.chunked.forms', 'accepts the transfer coding only in small letters'),
    tool: 'nc',
    sent: ({ headers, json }) => [headers.get('transfer-encoding'), json['duration_seconds']],
    wanted: ['Chunked', 4],
  },
  {
    ...broken('http.chunked.forms', 'decodes each chunk as separate text'),
    tool: 'nc',
    sent: ({ json }) => String(json['prompt']).slice(-2),
    wanted: ' \u00e9',
  },
  {
    ...broken('content.range.unit-case', 'accepts `bytes` only in small letters'),
    tool: 'curl',
    sent: ({ headers }) => headers.get('range'),
    wanted: 'Bytes=0-9',
  },
  {
    ...broken('authentication.near-key.get', 'ignores the last character of a key for gets'),
    tool: 'curl',
    sent: ({ key }) => key.slice(-4),
    wanted: 'marx',
  },
];

test.skipIf(!hasCurl).each(CASES)(
  '$check, where a server $server: the line sends the request that fails',
  async ({ check, tamper, tool, sent, wanted }) => {
    const { report, calls, env } = await judged(tamper, [check, 'http.absolute-form']);
    const result = report.results.find(({ id }) => id === check);
    const failing = report.exchanges.find(({ n }) => n === result?.exchanges.at(-1));
    const command = repeatOf(report, check);
    expect(command).toContain(tool === 'nc' ? ' | nc ' : 'curl -i');
    expect(command).not.toContain('sk_standin');
    const answer = await execute(command, env);
    expect(calls.map(sent)).toEqual([wanted]);
    expect(answer).toContain(`HTTP/1.1 ${failing?.response?.status ?? 0} `);
  },
);
