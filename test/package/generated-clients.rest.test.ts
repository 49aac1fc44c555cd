/** Clients made of the OpenAPI document by five generators: compiled under strict, and run against the emulator. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createEmulator, type Emulator } from '../../emulator/index.ts';
import { GENERATORS } from './generators.ts';
import { ROOT } from '../support/run.ts';
import { ALL_FROM_REGISTRY, openUserProject, type UserProject } from '../support/user-project.ts';

const OPTIONS = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
};

describe.skipIf(!ALL_FROM_REGISTRY)('clients of generators, which only .ci/long installs (FROM_REGISTRY=full)', () => {
  let project: UserProject;
  let emulator: Emulator;
  let url: string;
  beforeAll(async () => {
    emulator = createEmulator({ latency: 'instant' });
    ({ url } = await emulator.listen({ port: 0 }));
    project = await openUserProject(['typescript@5.9', ...GENERATORS.flatMap(({ install }) => install)]);
    await copyFile(join(ROOT, 'contract', 'openapi.json'), join(project.folder, 'openapi.json'));
    const env = 'declare const process: { readonly env: Readonly<Record<string, string>> };\n';
    await writeFile(join(project.folder, 'env.d.ts'), env);
  });
  afterAll(async () => {
    await project.remove();
    await emulator.close();
  });

  test.each(GENERATORS)(
    '$name',
    async ({ name, command: [path = '', ...args], program }) => {
      const made = project.node([join('node_modules', path), ...args]);
      expect(made.status, made.output).toBe(0);
      const file = `${name.replaceAll(/\W/g, '-')}.program.ts`;
      await writeFile(join(project.folder, file), program);
      const config = { compilerOptions: OPTIONS, files: ['env.d.ts', file] };
      await writeFile(join(project.folder, 'tsconfig.json'), JSON.stringify(config));
      expect(project.node([join('node_modules', 'typescript', 'bin', 'tsc')])).toEqual({ status: 0, output: '' });
      const env = { ...process.env, STANDIN_URL: url, STANDIN_API_KEY: `sk_standin_${name.replaceAll(/\W/g, '')}` };
      const jiti = join(ROOT, 'node_modules', 'jiti', 'lib', 'jiti-cli.mjs');
      const ran = spawn(process.execPath, [jiti, file], { cwd: project.folder, env });
      const [output] = await Promise.all([text(ran.stdout), once(ran, 'close')]);
      expect(output).toBe('completed invalid_duration\n');
    },
    120_000,
  );
});

test('there are five of them, beside openapi-typescript', () => {
  expect(new Set(GENERATORS.map(({ name }) => name)).size).toBe(5);
});
