/** Reads the Dockerfile, and runs its stages in folders of this machine, because tests have no container engine. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filesAt } from '../architecture/project.ts';
import { ROOT } from '../support/run.ts';

export interface Instruction {
  readonly word: string;
  readonly text: string;
}

/** The instructions, with continued lines joined. */
export async function readDockerfile(): Promise<Instruction[]> {
  const file = await readFile(join(ROOT, 'Dockerfile'), 'utf8');
  const lines = file.replaceAll(/\\\n\s*/g, '').split('\n');
  return lines.flatMap((line) => {
    const [, word = '', text = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    return word === '' ? [] : [{ word, text }];
  });
}

/** The stage of the sources is the same for each platform. */
const SHARED = 'build';

/** Runs all stages and returns the folder of the last one, which stands for the root of the image. */
export async function buildInFolders(folder: string, args: Readonly<Record<string, string>>): Promise<string> {
  let [root, workdir, name, isBuilt] = ['', '', '', false];
  for (const { word, text } of await readDockerfile()) {
    if (word === 'FROM') {
      name = / AS (\w+)$/.exec(text)?.[1] ?? 'last';
      [root, workdir] = [join(folder, name), '/'];
      isBuilt = name === SHARED && existsSync(root);
      if (!isBuilt) await rm(root, { recursive: true, force: true });
      await mkdir(root, { recursive: true });
    } else if (isBuilt) {
      continue;
    } else if (word === 'WORKDIR') {
      workdir = text;
      await mkdir(join(root, workdir), { recursive: true });
    } else if (word === 'COPY') {
      await copy(text, { folder, into: (path) => join(root, path.startsWith('/') ? path : join(workdir, path)) });
    } else if (word === 'RUN') {
      if (name === 'last') throw new Error('The last stage runs a command. It needs emulation on another platform.');
      const { status, stdout, stderr } = spawnSync('sh', ['-ec', text], {
        cwd: join(root, workdir),
        encoding: 'utf8',
        env: { ...process.env, ...args },
      });
      if (status !== 0) throw new Error(`RUN ${text}\n${stdout}${stderr}`);
    }
  }
  return root;
}

interface Places {
  readonly folder: string;
  readonly into: (path: string) => string;
}

async function copy(text: string, { folder, into }: Places): Promise<void> {
  const [, stage, rest = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(text) ?? [];
  const words = rest.split(' ');
  const target = into(words.at(-1) ?? '');
  const options = { recursive: true, verbatimSymlinks: true };
  if (stage !== undefined) return cp(join(folder, stage, words[0] ?? ''), target, options);
  // The list of files leaves out the files that .dockerignore names.
  const paths = words[0] === '.' ? filesAt(ROOT) : words.slice(0, -1);
  for (const path of paths) {
    const to = words[0] === '.' ? join(target, path) : join(target, path.split('/').at(-1) ?? '');
    await mkdir(dirname(to), { recursive: true });
    await rm(to, { force: true });
    await cp(join(ROOT, path), to, options);
  }
}
