/** Every block of README and the guides is run as it stands there, in a project that has the package; what the page shows as output is compared. */

import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksOf, type Block } from './blocks.ts';
import { hasTool } from './has-tool.ts';
import { linkProject, type LinkedProject } from './linked-project.ts';
import { DOCUMENTED, openPageShell, SERVES, type PageShell } from './page-shell.ts';
import { toComparable, toPattern } from './same-output.ts';
import { kindOfData } from './shown-data.ts';
import { ROOT } from '../support/run.ts';

/** READMEs of rooms that show code or data. */
const ROOMS = ['emulator/msw/README.md', 'emulator/faults/README.md'];
/** `.ci/run` runs what takes longer and shows no more, too. */
const isFull = process.env['DOCS'] === 'full';
const RUNNABLE = new Set(['sh', 'ts', 'py', 'go']);

const guides = (await readdir(join(ROOT, 'docs'))).filter((name) => name.endsWith('.md'));
const pages = await Promise.all(
  ['README.md', ...guides.map((name) => `docs/${name}`), ...ROOMS].map(async (path) => ({
    path,
    blocks: blocksOf(path, await readFile(join(ROOT, path), 'utf8')),
  })),
);

let project: LinkedProject;
beforeAll(async () => {
  project = await linkProject();
});
afterAll(() => project.remove());

describe.each(pages.filter(({ blocks }) => blocks.length > 0))('$path', ({ path, blocks }) => {
  let shell: PageShell;
  beforeAll(async () => {
    shell = await openPageShell(project.folder, path);
    const needsServer = blocks.some(({ text }) => text.search(DOCUMENTED) >= 0);
    // Pages that do not start one take it that there is one.
    if (needsServer && !blocks.some(({ text }) => starts(text))) await shell.serve('standin serve');
  });
  afterAll(() => shell.close());

  test('each block is run, is a file or known data, or says why it is not run', () => {
    const loose = blocks.filter(
      (block) => !RUNNABLE.has(block.language) && !isData(block) && !block.file && !block.notRun,
    );
    expect(loose.map(({ line, language }) => `line ${line}: ${language}`)).toEqual([]);
  });

  for (const { line, text } of blocks.filter(isData)) {
    test(`line ${line}: the JSON is what its schema allows`, () => {
      expect(kindOfData(text)).toBeDefined();
    });
  }

  for (const block of blocks.filter((block) => block.notRun === undefined && !isData(block))) {
    const reason = reasonToSkip(block);
    const lacks = reason === undefined ? '' : ` (skipped: ${reason})`;
    test.skipIf(reason !== undefined)(`line ${block.line}: ${block.text.split('\n')[0] ?? ''}${lacks}`, async () => {
      const { output, failed } = await shell.run(block);
      expect(failed, output).toBe(false);
      if (block.output !== undefined) expect(toComparable(output)).toMatch(toPattern(block.output));
    });
  }
});

test('the TypeScript of all pages compiles under strict, without the types of a browser', async () => {
  const folder = join(project.folder, 'types');
  await mkdir(folder);
  const blocks = pages.flatMap(({ blocks }) => blocks).filter(({ language, notRun }) => language === 'ts' && !notRun);
  for (const { page, line, text } of blocks) {
    await writeFile(join(folder, `${page.replaceAll(/\W/g, '-')}-${line}.ts`), `${text}\nexport {};\n`);
  }
  const config = { extends: '../tsconfig.json', include: ['*.ts'], compilerOptions: { lib: ['es2023'] } };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
  const { stdout, status } = spawnSync(tsc, ['-p', folder], { cwd: folder, encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, '']);
  expect(blocks.length).toBeGreaterThan(0);
});

function starts(text: string): boolean {
  return SERVES.test(text) || text.includes('npm start');
}

/** JSON that no block takes as a file. */
function isData({ language, file }: Block): boolean {
  return language === 'json' && file === undefined;
}

/** Why it is not run here; elsewhere it is. */
function reasonToSkip(block: Block): string | undefined {
  const missing = missingTools(block);
  if (missing.length > 0) return `no ${missing.join(', ')} here`;
  return block.atLength === undefined || isFull ? undefined : `${block.atLength}; DOCS=full runs it`;
}

/** Tools of the block that are not everywhere. */
function missingTools({ language, text, file }: Block): string[] {
  if (file !== undefined) return [];
  const needed = ['bash', ...(language === 'py' ? ['python3'] : []), ...(language === 'go' ? ['go'] : [])];
  if (language === 'sh')
    needed.push(...['curl', 'python3', 'go'].filter((tool) => new RegExp(`\\b${tool} `).test(text)));
  return needed.filter((tool) => !hasTool(tool));
}
