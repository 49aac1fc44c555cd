/** A project of a user, which installs the packed package and others from the registry. */

import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ROOT } from './run.ts';

export interface UserProject {
  readonly folder: string;
  /** Runs a program with the Node that runs here. */
  readonly node: (args: readonly string[], env?: Readonly<Record<string, string>>) => ProjectRun;
  readonly remove: () => Promise<void>;
}

export interface ProjectRun {
  readonly status: number | null;
  readonly output: string;
}

/** Whether tests install the packed package from the registry, as `.ci/run` does. */
export const FROM_REGISTRY = process.env['FROM_REGISTRY'] !== undefined;
/** Whether tests also install packages that only they need, as `.ci/long` does. */
export const ALL_FROM_REGISTRY = process.env['FROM_REGISTRY'] === 'full';

/** Makes the project; `packages` are installed beside Standin. */
export async function openUserProject(packages: readonly string[]): Promise<UserProject> {
  const folder = await mkdtemp(join(tmpdir(), 'standin-project-'));
  const npm = (args: readonly string[], cwd: string): string => {
    const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' });
    if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  await writeFile(join(folder, 'package.json'), '{ "name": "user", "private": true, "type": "module" }');
  const packed = npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], ROOT);
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  const quiet = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=optional'];
  npm(['install', ...quiet, `./${filename}`, ...packages], folder);
  return {
    folder,
    node: (args, env = {}) => {
      const ran = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env: { ...process.env, ...env } });
      return { status: ran.status, output: `${ran.stdout}${ran.stderr}` };
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}
