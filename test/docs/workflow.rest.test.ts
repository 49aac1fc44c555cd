/** The example workflows: actionlint finds nothing in them, and their commands run against an emulator in place of staging, with what the runner would set. */

import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { lintWorkflow as lint, PINNED } from './actionlint.ts';
import { linkProject, type LinkedProject } from './linked-project.ts';
import { ROOT } from '../support/run.ts';

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface ServiceJob {
  readonly services: { readonly standin: { readonly ports: readonly string[] } };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: object;
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, { readonly 'timeout-minutes': number; readonly steps: readonly Step[] }>>;
}

const text = await readFile(join(ROOT, 'docs/examples/conformance.yml'), 'utf8');
const workflow = parse(text) as Workflow;
const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
const [judge, show] = steps.filter(({ run }) => run !== undefined && run !== 'npm ci');

let project: LinkedProject;
beforeAll(async () => {
  project = await linkProject();
});
afterAll(() => project.remove());

function run(script: string, env: NodeJS.ProcessEnv = {}): { status: number | null; said: string } {
  const PATH = [join(project.folder, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
  const GITHUB_STEP_SUMMARY = join(project.folder, 'step-summary.md');
  const { status, stdout, stderr } = spawnSync('standin', ['exec', '--', 'sh', '-ec', script], {
    cwd: project.folder,
    encoding: 'utf8',
    env: { ...process.env, PATH, GITHUB_STEP_SUMMARY, ...env },
  });
  return { status, said: stdout + stderr };
}

test('actionlint finds nothing in it', async () => {
  expect(await lint(text)).toEqual([]);
});

test.each([
  ['workflow_dispatch', 'workflow_despatch', 'unknown Webhook event "workflow_despatch"'],
  ['always()', 'alway()', 'undefined function "alway"'],
  ['secrets.', 'secret.', 'undefined variable "secret"'],
  ['node-version', 'node_version', 'input "node_version" is not defined in action'],
  ['17 3 * * *', '17 30 * * *', 'invalid CRON format'],
  ['ubuntu-latest', 'ubuntu', 'label "ubuntu" is unknown'],
])('actionlint would find %s where it says %s', async (right, wrong, message) => {
  expect(await lint(text.replace(right, wrong))).toEqual([expect.stringContaining(message)]);
});

test('the workflow with the emulator as a service is sound, too, and its job knows where it is', async () => {
  const other = await readFile(join(ROOT, 'docs/examples/emulator.yml'), 'utf8');
  expect(await lint(other)).toEqual([]);
  const { services, steps: all } = (parse(other) as { jobs: { tests: ServiceJob } }).jobs.tests;
  const [port] = services.standin.ports;
  expect(all.at(-1)?.env?.['STANDIN_URL']).toBe(`http://127.0.0.1:${port?.split(':')[0]}`);
  // The image listens there, and its health check is what the job waits for.
  const image = await readFile(join(ROOT, 'Dockerfile'), 'utf8');
  expect(image).toContain(`STANDIN_PORT=${port?.split(':')[1]}`);
  expect(image).toContain('HEALTHCHECK');
});

test.each(['action', 'conformance', 'drift', 'emulator', 'tests'])(
  '%s.yml pins every action to the digest of a commit, with its version in a comment',
  async (name) => {
    const yaml = await readFile(join(ROOT, `docs/examples/${name}.yml`), 'utf8');
    const used = yaml.match(/uses: (?!\.\/)/g) ?? [];
    expect(used.length).toBeGreaterThan(1);
    expect(yaml.match(PINNED)).toHaveLength(used.length);
  },
);

test('the shortest workflow is sound, and ci.md begins with its steps', async () => {
  const shortest = await readFile(join(ROOT, 'docs/examples/tests.yml'), 'utf8');
  expect(await lint(shortest)).toEqual([]);
  const page = await readFile(join(ROOT, 'docs/ci.md'), 'utf8');
  const [, shown = ''] = /```yaml\n([^`]+)```/.exec(page) ?? [];
  expect(shortest).toContain(shown.replaceAll(/^/gm, '      ').trimEnd());
});

test('its last step gives the tests a server, and ends with their status', async () => {
  const { jobs } = parse(await readFile(join(ROOT, 'docs/examples/tests.yml'), 'utf8')) as Workflow;
  const last = jobs['tests']?.steps.at(-1)?.run ?? '';
  const manifest = join(project.folder, 'package.json');
  const before = await readFile(manifest, 'utf8');
  // Without a key the emulator answers 401.
  const program = "fetch(process.env.STANDIN_URL + '/v1/videos/x').then((a) => process.exit(a.status === 401 ? 7 : 1))";
  const scripts = { test: `node -e "${program}"` };
  await writeFile(manifest, JSON.stringify({ ...(JSON.parse(before) as object), scripts }));
  const PATH = [join(project.folder, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
  const ran = spawnSync('sh', ['-ec', last], { cwd: project.folder, env: { ...process.env, PATH } });
  await writeFile(manifest, before);
  expect(ran.status, String(ran.stderr)).toBe(7);
});

test('it may read only, and ends by itself', () => {
  expect(workflow.permissions).toEqual({ contents: 'read' });
  for (const { 'timeout-minutes': minutes } of Object.values(workflow.jobs)) expect(minutes).toBeLessThanOrEqual(60);
  expect(Object.keys(workflow.on)).toEqual(['schedule', 'workflow_dispatch']);
});

test('its secret goes by the environment, not into a command', () => {
  expect(judge?.env).toEqual({
    STAGING_URL: '${{ vars.STAGING_URL }}',
    STANDIN_API_KEY: '${{ secrets.STAGING_API_KEY }}',
  });
  expect(steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([]);
});

test('its commands judge a server and leave JUnit and a summary', async () => {
  const script = `STAGING_URL=$STANDIN_URL; ${judge?.run}\n${show?.run}`;
  const { status, said } = run(script, { STANDIN_LATENCY: 'polls:1,1' });
  expect(status, said).toBe(0);
  expect(await readFile(join(project.folder, 'junit.xml'), 'utf8')).toContain('<testsuite');
  expect((await readFile(join(project.folder, 'step-summary.md'), 'utf8')).length).toBeGreaterThan(0);
});

describe('the workflow that notices drift', async () => {
  const drift = await readFile(join(ROOT, 'docs/examples/drift.yml'), 'utf8');
  const { permissions, jobs } = parse(drift) as Workflow;
  const [observe, compare, learn, open] = Object.values(jobs)
    .flatMap((job) => job.steps)
    .filter((step) => step.run !== undefined && step.run !== 'npm ci');

  test('is one in which actionlint finds nothing, whose secret goes by the environment', async () => {
    expect(await lint(drift)).toEqual([]);
    expect(permissions).toEqual({ contents: 'write', 'pull-requests': 'write' });
    expect([observe, compare, learn, open].map((step) => step?.run?.includes('${{'))).toEqual(Array(4).fill(false));
  });

  test('renews what is committed and the configuration where something changed', async () => {
    const committed = join(project.folder, 'observed.json');
    const cheap = observe?.run?.replace('--budget 20', '--profile standin --only "error*"') ?? '';
    const first = run(
      `STAGING_URL=$STANDIN_URL; ${cheap}; standin conformance observed report.json --out observed.json`,
    );
    expect(first.status, first.said).toBe(0);
    const before = await readFile(committed, 'utf8');
    await writeFile(committed, before.replace('400 invalid_prompt', '400 bad_prompt'));
    const output = join(project.folder, 'output.txt');
    const compared = run(`${compare?.run}\n${learn?.run}`, { GITHUB_OUTPUT: output });
    expect(compared.status, compared.said).toBe(0);
    expect(await readFile(output, 'utf8')).toBe('status=6\n');
    expect(await readFile(committed, 'utf8')).toBe(before);
    const settings = await readFile(join(project.folder, 'standin.config.json'), 'utf8');
    expect(JSON.parse(settings)).toMatchObject({ requestIds: 'all' });
  });

  test('does so for a server that breaks a promise, too', async () => {
    const committed = join(project.folder, 'observed.json');
    const output = join(project.folder, 'broken-output.txt');
    const broken =
      '--key sk_standin_drift~scenario-content_range_ignored --only error-code.prompt.length.empty,content.range.status.start';
    const cheap = observe?.run?.replace('--budget 20', `--profile standin ${broken}`) ?? '';
    const there = 'STAGING_URL=$STANDIN_URL; rm -f report.json';
    const first = run(`${there}; ${cheap}\nstandin conformance observed report.json --out observed.json`);
    expect(first.status, first.said).toBe(0);
    expect(first.said).toContain('FAIL  content.range.status ');
    const before = await readFile(committed, 'utf8');
    await writeFile(committed, before.replace('400 invalid_prompt', '400 bad_prompt'));
    const all = run(`${there}\n${cheap}\n${compare?.run}\n${learn?.run}`, { GITHUB_OUTPUT: output });
    expect(all.status, all.said).toBe(0);
    expect(await readFile(output, 'utf8')).toBe('status=6\n');
    expect(await readFile(committed, 'utf8')).toBe(before);
  });

  test('is red if nobody answers', () => {
    const refused = observe?.run?.replace('--budget 20', '--key k') ?? '';
    const gone = run(`STAGING_URL=http://127.0.0.1:9\nrm -f report.json\n${refused}\n${compare?.run}`, {
      GITHUB_OUTPUT: join(project.folder, 'gone-output.txt'),
    });
    expect(gone.status, gone.said).not.toBe(0);
  });
});
