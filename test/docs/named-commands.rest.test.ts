/**
 * The commands in pages, messages, templates and workflows. No command fetches a package of our name from npm, where
 * anyone may publish a package. Every flag of our commands exists.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { auditionCommand } from '../../bin/audition-command.ts';
import { conformanceCommand } from '../../bin/conformance-command.ts';
import { doctorCommand } from '../../bin/program.ts';
import { execCommand } from '../../bin/exec-command.ts';
import { openapiCommand } from '../../bin/openapi-command.ts';
import { proxyCommand } from '../../bin/proxy-command.ts';
import { scenariosCommand } from '../../bin/scenarios-command.ts';
import { serveCommand } from '../../bin/serve-command.ts';
import { projectAt } from '../architecture/project.ts';
import { blocksOf } from './blocks.ts';
import { fetchedPackages } from './fetched-packages.ts';
import { namedCommands } from './named-flags.ts';
import { ROOT } from '../support/run.ts';

/** Files with text that a person may read and copy, or that runs by itself. */
const READ = /\.(?:md|ya?ml|json|tsx?|m?js|py|go|sh|html|css|txt)$|(?:^|\/)(?:Dockerfile|\.ci\/\w+)$/;
/** A command of ours by its bare name. A shell finds it only after a global installation. */
const BARE =
  /(?<!npx --no-install |npx --yes --package \.\/standin-0\.1\.0\.tgz )\bstandin (?:serve|exec|proxy|conformance|audition|scenarios|openapi|doctor)\b/;
/** These files contain forbidden commands on purpose. */
const EXCEPTIONS = new Set(['test/docs/named-commands.rest.test.ts', 'test/docs/fetched-packages.ts']);

const context = { isChosen: true, args: [], terminal: process, exitWith: () => undefined };
const commands: readonly Command[] = [
  ...(await Promise.all([serveCommand(context), execCommand(context), proxyCommand(context)])),
  conformanceCommand(context),
  auditionCommand(context),
  scenariosCommand(context),
  openapiCommand(context),
  doctorCommand(context),
];

const texts = projectAt(ROOT)
  .files.filter((path) => READ.test(path) && !EXCEPTIONS.has(path))
  .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const);

/** Returns the commands in a text with a flag that does not exist. */
function wrongFlags(text: string): string[] {
  return namedCommands(text)
    .filter(({ words: [name, sub], flags }) => {
      const command = commands.find((one) => one.name() === name);
      const known = flagsOf(command?.commands.find((one) => one.name() === sub) ?? command);
      return flags.some((flag) => !known.has(flag));
    })
    .map((named) => named.text);
}

function flagsOf(command: Command | undefined): Set<string> {
  const own = (command?.options ?? []).flatMap(({ long, short }) => [long, short]);
  return new Set([...own, '-h', '--help'].filter((flag) => flag !== undefined && flag !== null));
}

test('texts of every kind are read', () => {
  const paths = texts.map(([path]) => path);
  for (const path of [
    'README.md',
    'Dockerfile',
    'compose.yaml',
    'docs/examples/conformance.yml',
    'docs/examples/generate.sh',
    'bin/scenarios-command.ts',
    'emulator/panel/requests/requests-view.tsx',
    'fixtures/scenarios.json',
    'contract/openapi.json',
    '.ci/run',
  ])
    expect(paths).toContain(path);
});

test('no text has a command that would fetch a package of our name from npm', () => {
  const found = texts.flatMap(([path, text]) => fetchedPackages(text).map((command) => `${path}: ${command}`));
  expect(found).toEqual([]);
});

test('a shell finds the commands of a page if only the package is installed', () => {
  const pages = texts.filter(([path]) => path === 'README.md' || path.startsWith('docs/'));
  const blocks = pages.flatMap(([path, text]) => (path.endsWith('.md') ? blocksOf(path, text) : []));
  const bare = blocks.filter(
    ({ language, text }) => language === 'sh' && BARE.test(text.replaceAll(/(?:^|\s)#.*/g, '')),
  );
  expect(bare.map(({ page, line }) => `${page}:${line}`)).toEqual([]);
  expect(blocks.length).toBeGreaterThan(100);
});

test('every flag that a text names is a flag of that command', () => {
  const found = texts.flatMap(([path, text]) => wrongFlags(text).map((command) => `${path}: ${command}`));
  expect(found).toEqual([]);
  expect(texts.flatMap(([, text]) => namedCommands(text)).length).toBeGreaterThan(200);
});

describe('mistakes in texts', () => {
  test.each([
    'npx standin serve',
    'npx -y standin@latest serve',
    'npx --package=standin -- standin doctor',
    'npx -p standin standin doctor',
    'npm exec standin -- serve',
    'npm exec --yes -- standin serve',
    'npm x standin',
    'pnpm dlx standin serve',
    'pnpx standin serve',
    'yarn dlx standin serve',
    'bunx standin serve',
    'bun x standin',
    'npm init standin',
    'npm i standin',
    'npm install --save-dev standin',
    'npm install -g standin@0.1.0',
    'pnpm add -D standin',
    'yarn add standin',
    'bun add standin',
    "spawn('npx', ['standin', 'serve'])",
    '- run: npx standin conformance "$URL"',
    'RUN npm install --global standin',
    "import { createEmulator } from 'npm:standin'",
    'https://esm.sh/standin',
    '<script src="https://unpkg.com/standin/x.js">',
    '{ "devDependencies": { "standin": "^0.1.0" } }',
  ])('%s', (text) => {
    expect(fetchedPackages(`Some words.\n${text}\nMore words.`)).toHaveLength(1);
  });

  test.each([
    'npx --no-install standin serve',
    'npm exec --no -- standin serve',
    'npm install --save-dev ./standin-0.1.0.tgz',
    'npx --yes --package ./standin-0.1.0.tgz standin exec -- pytest',
    'npm install --save-dev git+https://git.example.com/you/standin.git#1a2b3c',
    'npm install --save-dev standin@npm:@you/standin',
    'npm install classic-level',
    'npx vitest run',
    'a signal to `npx` does not reach standin',
    '{ "devDependencies": { "standin": "file:standin-0.1.0.tgz" } }',
    '{ "bin": { "standin": "./dist/bin/standin.js" } }',
  ])('not %s', (text) => {
    expect(fetchedPackages(text)).toEqual([]);
  });

  test.each([
    ['Drop what `standin conformance --reporter json` wrote', 1],
    ['standin exec --sceanrio poll_404_once -- sh -c true', 1],
    ['standin conformance judge report.json --only "a.*" --baseline known.json', 1],
    ['standin conformance judge report.json --baseline known.json', 0],
    ['standin exec --latency instant -- npx --no-install vitest --run', 0],
    ['standin exec -- sh -c "npx --no-install standin conformance $URL --plna"', 1],
    ['standin openapi [--yaml] [--yml]', 1],
    ['`standin serve --open`', 0],
  ])('%s', (text, count) => {
    expect(wrongFlags(text)).toHaveLength(count);
  });
});
