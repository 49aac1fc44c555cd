/** The action: its steps run in a shell, in an empty folder, and its expressions and its example pass actionlint. */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { createEmulator } from '../../emulator/index.ts';
import { filesAt } from '../architecture/project.ts';
import { lintWorkflow } from '../docs/actionlint.ts';
import { ROOT } from '../support/run.ts';
import { FROM_REGISTRY } from '../support/user-project.ts';
import { openJob, readAction, type Job } from './action-runner.ts';

let job: Job;
beforeEach(async () => {
  job = await openJob(ROOT);
});
afterEach(() => job.remove());

const reports = (name: string): string => join(job.workspace, 'standin-reports', name);

describe('mode serve', () => {
  test('starts an emulator that outlives the step, and outputs its URL and a key', async () => {
    const { status, said, outputs } = await job.run({ mode: 'serve', args: '--latency instant' });
    expect(status, said).toBe(0);
    const { url = '', 'api-key': key = '', 'control-url': control = '' } = outputs;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = '{"model":"videomodel-2.5","prompt":"a boat","duration_seconds":4}';
    expect((await fetch(`${url}/v1/videos`, { method: 'POST', headers, body })).status).toBe(202);
    const server = (await (await fetch(`${control}/server`)).json()) as { readonly pid?: number };
    const ready = await readFile(join(job.workspace, '..', 'temp', 'standin', 'serve.json'), 'utf8');
    process.kill((JSON.parse(ready) as { readonly pid: number }).pid);
    expect(server).toBeTypeOf('object');
  });

  test('a wrong flag ends the step with the message and the status of serve', async () => {
    const { status, said } = await job.run({ mode: 'serve', args: '--latency slow' });
    expect([status, said]).toEqual([2, expect.stringContaining('standin: --latency: must be')]);
  });
});

describe('mode exec', () => {
  test('runs a script beside an emulator, in a folder of the workspace', async () => {
    await mkdir(join(job.workspace, 'sub folder'));
    const command = 'pwd > where.txt\ncurl -s "$STANDIN_URL/_standin/accounts" | grep -c total';
    const { status, said } = await job.run({ mode: 'exec', command, 'working-directory': 'sub folder' });
    expect([status, said]).toEqual([0, '1\n']);
    expect(await readFile(join(job.workspace, 'sub folder', 'where.txt'), 'utf8')).toMatch(/\/sub folder\n$/);
  });

  test('ends with the status of the script, of which any line may fail', async () => {
    const { status, outputs } = await job.run({ mode: 'exec', command: '(exit 7)\ntrue' });
    expect([status, outputs['status']]).toEqual([7, '7']);
  });
});

describe('mode conformance', () => {
  const args = '--profile standin --no-journal --only "get.*"';

  test('writes the reports and the summary, and ends with 0', async () => {
    const emulator = createEmulator({ latency: 'instant' });
    onTestFinished(() => emulator.close());
    const { url } = await emulator.listen({ port: 0 });
    const { status, said, outputs, summary } = await job.run({ mode: 'conformance', url, args });
    expect(status, said).toBe(0);
    expect(said).not.toContain('::error');
    expect(outputs).toMatchObject({ status: '0', reports: dirname(reports('x')) });
    for (const name of ['report.html', 'report.json', 'junit.xml', 'report.sarif', 'summary.md'])
      expect([name, existsSync(reports(name))]).toEqual([name, true]);
    expect(summary).toBe(await readFile(reports('summary.md'), 'utf8'));
    expect(summary).toContain('get');
  });

  test('a broken promise is an annotation, and the step ends with 1', async () => {
    const emulator = createEmulator({ latency: 'instant', scenario: 'content_range_ignored' });
    onTestFinished(() => emulator.close());
    const { url } = await emulator.listen({ port: 0 });
    const key = 'sk_standin_secret-of-the-action';
    const only = '--no-journal --only content.range.status.start';
    const { status, said } = await job.run({ mode: 'conformance', url, args: only, 'api-key': key });
    expect(status, said).toBe(1);
    expect(said).toMatch(/^::error title=content\.range\.status::A request with a `Range` .* failed\./m);
    expect(said).not.toContain(key);
    expect(JSON.stringify(await readFile(reports('report.json'), 'utf8'))).not.toContain(key);
  });

  test('a server that does not answer ends the step with 3', async () => {
    const { status } = await job.run({ mode: 'conformance', url: 'http://127.0.0.1:1', args, 'api-key': 'k' });
    expect(status).toBe(3);
  });
});

describe('mode audition', () => {
  test('judges a driver, and ends with 1 and an annotation if it breaks a must', async () => {
    await cp(join(ROOT, 'docs', 'examples', 'drivers', 'driver.ts'), join(job.workspace, 'driver.ts'));
    const args = '--lines --only rate_limit_burst_then_ok';
    const sound = await job.run({ mode: 'audition', args, command: 'driver.ts' });
    expect(sound.status, sound.said).toBe(0);
    expect(existsSync(reports('advice.md'))).toBe(true);
    const text = await readFile(join(job.workspace, 'driver.ts'), 'utf8');
    await writeFile(join(job.workspace, 'careless.ts'), text.replace(/.*not a clip.*\n/, ''));
    const broken = await job.run({
      mode: 'audition',
      args: '--lines --only content_html_200',
      command: '"careless.ts"',
    });
    expect(broken.status, broken.said).toBe(1);
    expect(broken.said).toMatch(/^::error title=[\w-]+::/m);
    expect(broken.summary).toContain('content_html_200');
  });
});

test('an unknown mode ends with 2 and names the modes', async () => {
  const { status, said } = await job.run({ mode: 'server' });
  expect([status, said]).toEqual([2, '::error::The mode "server" is not serve, exec, conformance or audition.\n']);
});

test('known failures and characters of the syntax are not annotations of their own', async () => {
  const result = { ruleId: 'a:b,c', level: 'warning', message: { text: '50 %\n::error::no' } };
  const known = { ...result, suppressions: [{ kind: 'external' }] };
  await writeFile(join(job.workspace, 'one.sarif'), JSON.stringify({ runs: [{ results: [known, result] }] }));
  const program = spawn(process.execPath, [join(ROOT, 'scripts', 'annotations.mjs'), 'one.sarif'], {
    cwd: job.workspace,
  });
  const [said] = (await once(program.stdout, 'data')) as [Buffer];
  expect(said.toString()).toBe('::warning title=a%3Ab%2Cc::50 %25%0A::error::no\n');
});

test('it installs itself from a checkout without dist', async ({ skip }) => {
  skip(!FROM_REGISTRY, 'npm ci takes half a minute (FROM_REGISTRY=1)');
  const checkout = await mkdtemp(join(tmpdir(), 'standin-checkout-'));
  onTestFinished(() => rm(checkout, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  for (const path of filesAt(ROOT)) await cp(join(ROOT, path), join(checkout, path));
  const other = await openJob(checkout);
  onTestFinished(() => other.remove());
  const { status, said } = await other.run({ mode: 'exec', command: 'standin --version' });
  expect(status, said).toBe(0);
  expect(said).toMatch(/^\d+\.\d+\.\d+$/m);
});

describe('action.yml', async () => {
  const action = await readAction();
  /** A reusable workflow with the steps of the action: actionlint reads no actions. */
  const asWorkflow = (text: (yaml: string) => string = (yaml) => yaml): Promise<string[]> => {
    const inputs = Object.fromEntries(
      Object.keys(action.inputs).map((name) => [name, { type: 'string', description: name }]),
    );
    const steps = action.runs.steps.map((step) =>
      step.uses === undefined ? step : { ...step, uses: step.uses.replace(/@.*/, '@v4') },
    );
    const jobs = { action: { 'runs-on': 'ubuntu-latest', steps } };
    return lintWorkflow(text(stringify({ name: 'action', on: { workflow_call: { inputs } }, jobs })));
  };

  test('has steps in which actionlint finds nothing', async () => {
    expect(await asWorkflow()).toEqual([]);
  });

  test.each([
    ['inputs.args', 'inputs.arg', 'property "arg" is not defined'],
    ["inputs.mode == 'serve'", "inputs.mode = 'serve'", 'got unexpected'],
    ['runner.temp', 'runner.tmp', 'property "tmp" is not defined'],
    ['node-version:', 'node_version:', 'input "node_version" is not defined'],
  ])('actionlint would find %s where it says %s', async (right, wrong, message) => {
    const found = await asWorkflow((yaml) => {
      expect(yaml).toContain(right);
      return yaml.replaceAll(right, wrong);
    });
    expect(found.join('\n')).toContain(message);
  });

  test('has the keys that an action may have, and a shell for each script', () => {
    expect(Object.keys(action).toSorted()).toEqual(['branding', 'description', 'inputs', 'name', 'outputs', 'runs']);
    expect(action.runs.using).toBe('composite');
    for (const step of action.runs.steps) {
      const keys = step.run === undefined ? ['uses', 'with'] : ['shell', 'env', 'run', 'id', 'working-directory'];
      expect(Object.keys(step).filter((key) => !['name', 'if', ...keys].includes(key))).toEqual([]);
      expect(step.shell).toBe(step.run === undefined ? undefined : 'bash');
    }
    const ids = action.runs.steps.map(({ id }) => id);
    for (const { value } of Object.values(action.outputs))
      expect(ids).toContain(/^\$\{\{ steps\.(\w+)\.outputs\.[\w-]+ \}\}$/.exec(value)?.[1]);
  });

  test('takes its inputs by the environment, so that their text is not run by the runner', () => {
    expect(action.runs.steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([]);
  });

  test('has an example that is sound, with inputs that exist', async () => {
    const example = await readFile(join(ROOT, 'docs', 'examples', 'action.yml'), 'utf8');
    // The checkout is not there when actionlint reads it.
    const findings = await lintWorkflow(example);
    expect(findings.filter((line) => !line.includes('./.standin'))).toEqual([]);
    const used = [...example.matchAll(/uses: \.\/\.standin\n\s+with:(?: \{ (.*) \}|((?:\n {10}.*)+))/g)];
    expect(used).toHaveLength(4);
    for (const [, inline, block] of used) {
      const names = [
        ...(inline ?? block ?? '').matchAll(inline === undefined ? /^ {10}([\w-]+):/gm : /(?:^|, )([\w-]+):/g),
      ];
      expect(names.length).toBeGreaterThan(0);
      for (const [, name = ''] of names) expect(Object.keys(action.inputs)).toContain(name);
    }
  });
});
