/** The examples, run as their table says, in a project that has the package. */

import { spawnSync } from 'node:child_process';
import { cp, readdir, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countFrames } from './count-frames.ts';
import { hasTool } from './has-tool.ts';
import { linkProject, type LinkedProject } from './linked-project.ts';
import { ROOT } from '../support/run.ts';

const EXAMPLES = join(ROOT, 'docs', 'examples');
const SECONDS = 4;

let project: LinkedProject;
let folder: string;
beforeAll(async () => {
  project = await linkProject();
  folder = join(project.folder, 'examples');
  await cp(EXAMPLES, folder, { recursive: true });
});
afterAll(() => project.remove());

const names = (await readdir(EXAMPLES)).filter((name) => name !== 'README.md');

test('each example stands in the table, and each command of the table is run here', async () => {
  const table = await readFile(join(EXAMPLES, 'README.md'), 'utf8');
  expect(names.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
  const commands = [...table.matchAll(/`npx (?:--no-install )?([^`]+)`/g)].map(([, command]) => command);
  expect(new Set(commands)).toEqual(
    new Set([...[...programs, ...scripts].map(({ command }) => command), 'vitest run']),
  );
});

test('they compile under strict', () => {
  const { status, stdout } = inProject('tsc', ['-p', '..']);
  expect([status, stdout]).toEqual([0, '']);
});

test('the suites pass', () => {
  const { status, stdout, stderr } = inProject('vitest', ['run', '--root', '.', '--testTimeout', '60000']);
  expect(status, stdout + stderr).toBe(0);
  expect(stdout).toMatch(/Tests +\d+ passed/);
});

const scripts = [{ tool: 'python3', command: 'standin exec -- python3 test_client.py' }];
const programs = [
  { tool: 'curl', command: 'standin exec -- sh generate.sh out.mp4' },
  { tool: 'python3', command: 'standin exec -- python3 generate.py out.mp4' },
  { tool: 'go', command: 'standin exec -- go run generate.go out.mp4' },
];

describe.each(programs)('$command', ({ tool, command }) => {
  test.skipIf(!hasTool(tool))(`leaves a clip of ${SECONDS} seconds (skipped where ${tool} is missing)`, async () => {
    const [program = '', ...args] = command.replace('out.mp4', `${tool}.mp4`).split(' ');
    const { status, stdout, stderr } = inProject(program, args);
    expect(status, stdout + stderr).toBe(0);
    expect(await countFrames(await readFile(join(folder, `${tool}.mp4`)))).toBe(SECONDS * 24);
  });
});

test.skipIf(!hasTool('python3')).each(scripts)('$command passes (skipped where $tool is missing)', ({ command }) => {
  const [program = '', ...args] = command.split(' ');
  const { status, stderr } = inProject(program, args);
  expect(status, stderr).toBe(0);
  expect(stderr).toMatch(/Ran [1-9]\d* tests/);
});

function inProject(
  program: string,
  args: readonly string[],
): { status: number | null; stdout: string; stderr: string } {
  const bin = join(project.folder, 'node_modules', '.bin');
  const env = {
    ...process.env,
    PATH: [bin, process.env['PATH']].join(delimiter),
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
  };
  return spawnSync(join(bin, program), args, { cwd: folder, env, encoding: 'utf8' });
}
