/** Runs the shell steps of `action.yml` as a runner would, for tests: expressions, files of outputs, PATH and variables. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../support/run.ts';

export interface ActionStep {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
  readonly 'working-directory'?: string;
}

export interface Action {
  readonly name: string;
  readonly inputs: Readonly<Record<string, { readonly required?: boolean; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly ActionStep[] };
}

export async function readAction(): Promise<Action> {
  return parse(await readFile(join(ROOT, 'action.yml'), 'utf8')) as Action;
}

export interface ActionRun {
  /** The exit status of the step that failed, or 0. */
  readonly status: number | null;
  readonly said: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** The environment of the steps that follow. */
  readonly env: NodeJS.ProcessEnv;
}

export interface Job {
  /** The folder of the project, which is empty at first. */
  readonly workspace: string;
  readonly run: (inputs: Readonly<Record<string, string>>) => Promise<ActionRun>;
  readonly remove: () => Promise<void>;
}

/** Opens a job on a machine that has nothing but Node, npm and bash. `action` is the folder of the action. */
export async function openJob(action: string): Promise<Job> {
  const folder = await mkdtemp(join(tmpdir(), 'standin-action-'));
  const [workspace, temp] = [join(folder, 'work'), join(folder, 'temp')];
  await mkdir(workspace);
  await mkdir(temp);
  const { inputs: declared, outputs, runs } = await readAction();
  const run = async (given: Readonly<Record<string, string>>): Promise<ActionRun> => {
    const inputs = { ...Object.fromEntries(Object.entries(declared).map(([k, v]) => [k, v.default ?? ''])), ...given };
    const files = {
      output: join(temp, 'output'),
      env: join(temp, 'env'),
      path: join(temp, 'path'),
      summary: join(temp, 'summary'),
    };
    for (const file of Object.values(files)) await writeFile(file, '');
    const known: Record<string, string> = { 'runner.temp': temp };
    for (const [name, value] of Object.entries(inputs)) known[`inputs.${name}`] = value;
    const value = (text: string): string =>
      text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => known[name] ?? '');
    let env: NodeJS.ProcessEnv = {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      TMPDIR: process.env['TMPDIR'],
      CI: 'true',
      GITHUB_ACTION_PATH: action,
      GITHUB_RUN_ID: '77',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_OUTPUT: files.output,
      GITHUB_ENV: files.env,
      GITHUB_PATH: files.path,
      GITHUB_STEP_SUMMARY: files.summary,
    };
    let [status, said]: [number | null, string] = [0, ''];
    for (const step of runs.steps) {
      if (step.run === undefined || !holds(step.if, known)) continue;
      await writeFile(files.output, '');
      const script = join(temp, 'script.sh');
      await writeFile(script, step.run);
      const own = Object.entries(step.env ?? {}).map(([name, text]) => [name, value(text)]);
      const ran = await runScript(script, {
        cwd: join(workspace, value(step['working-directory'] ?? '.')),
        env: { ...env, ...Object.fromEntries(own) },
      });
      status = ran.status;
      said += ran.said;
      for (const [name, text] of await pairsIn(files.output)) known[`steps.${step.id}.outputs.${name}`] = text;
      const paths = (await readFile(files.path, 'utf8')).split('\n').filter((line) => line !== '');
      env = {
        ...env,
        ...Object.fromEntries(await pairsIn(files.env)),
        PATH: [...paths, process.env['PATH']].join(delimiter),
      };
      if (status !== 0) break;
    }
    const summary = await readFile(files.summary, 'utf8');
    const found = Object.entries(outputs).map(([name, output]) => [name, value(output.value)]);
    return { status, said, outputs: Object.fromEntries(found), summary, env };
  };
  return { workspace, run, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) };
}

/** Not synchronous: a test may serve what the script asks. */
async function runScript(
  script: string,
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<{ readonly status: number | null; readonly said: string }> {
  const program = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [program.stdout, program.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()));
  const [status] = (await once(program, 'close')) as [number | null];
  return { status, said };
}

/** Evaluates the one form of condition that the steps have. */
function holds(condition: string | undefined, known: Readonly<Record<string, string>>): boolean {
  if (condition === undefined) return true;
  const [, name = '', operator, wanted] = /^([\w.-]+) (==|!=) '([^']*)'$/.exec(condition) ?? [];
  if (operator === undefined) throw new Error(`The test cannot evaluate the condition ${condition}.`);
  return (known[name] === wanted) === (operator === '==');
}

async function pairsIn(file: string): Promise<[string, string][]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
}
