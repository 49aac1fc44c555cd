/** Runs every block of some pages in a project that has the package, and compares its output with the page. */

import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksOf, type Block } from './blocks.ts';
import { hasTool } from './has-tool.ts';
import { linkProject, type LinkedProject } from './linked-project.ts';
import { DOCUMENTED, openPageShell, SERVES, type PageShell } from './page-shell.ts';
import { toComparable, toPattern } from './same-output.ts';
import type { Ran } from './shell.ts';
import { kindOfData } from './shown-data.ts';
import { ROOT } from '../support/run.ts';

const RUNNABLE = new Set(['sh', 'ts', 'py', 'go']);

export interface PageBlocks {
  readonly path: string;
  readonly blocks: readonly Block[];
}

export async function readPage(path: string): Promise<PageBlocks> {
  return { path, blocks: blocksOf(path, await readFile(join(ROOT, path), 'utf8')) };
}

/** Runs a block outside the shell of its page, or returns undefined. */
type RunElsewhere = (block: Block) => Promise<Ran> | undefined;

export function pagesSuite(pages: readonly PageBlocks[], runElsewhere: RunElsewhere = () => undefined): void {
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
      // Pages without a start command expect a running server.
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
        const { output, failed } = await (runElsewhere(block) ?? shell.run(block));
        expect(failed, output).toBe(false);
        if (block.output !== undefined) expect(toComparable(output)).toMatch(toPattern(block.output));
      });
    }
  });

  const typescript = pages
    .flatMap(({ blocks }) => blocks)
    .filter(({ language, notRun }) => language === 'ts' && notRun === undefined);
  test.runIf(typescript.length > 0)(
    'the TypeScript of these pages compiles under strict, without the types of a browser',
    async () => {
      const folder = join(project.folder, 'types');
      await mkdir(folder);
      for (const { page, line, text } of typescript) {
        await writeFile(join(folder, `${page.replaceAll(/\W/g, '-')}-${line}.ts`), `${text}\nexport {};\n`);
      }
      const config = { extends: '../tsconfig.json', include: ['*.ts'], compilerOptions: { lib: ['es2023'] } };
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
      const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
      const { stdout, status } = spawnSync(tsc, ['-p', folder], { cwd: folder, encoding: 'utf8' });
      expect([status, stdout]).toEqual([0, '']);
    },
  );
}

function starts(text: string): boolean {
  return SERVES.test(text) || text.includes('npm start');
}

/** Matches JSON that no block uses as a file. */
function isData({ language, file }: Block): boolean {
  return language === 'json' && file === undefined;
}

/** Returns the reason why a block is skipped on this machine. Other machines run it. */
function reasonToSkip(block: Block): string | undefined {
  const missing = missingTools(block);
  return missing.length > 0 ? `no ${missing.join(', ')} here` : undefined;
}

/** Returns the tools that a block needs and that this machine lacks. */
function missingTools({ language, text, file }: Block): string[] {
  if (file !== undefined) return [];
  const needed = ['bash', ...(language === 'py' ? ['python3'] : []), ...(language === 'go' ? ['go'] : [])];
  if (language === 'sh')
    needed.push(...['curl', 'python3', 'go'].filter((tool) => new RegExp(`\\b${tool} `).test(text)));
  if (/-m pytest\b/.test(text)) needed.push('pytest');
  return needed.filter((tool) => !hasTool(tool));
}
