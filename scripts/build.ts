/**
 * `npm run build`: writes the published files. Entries have the same paths in `dist/` as their sources, and shared
 * chunks are in `dist/shared` (decision 0008). If neither the sources nor `dist/` have changed since the last build, it
 * does nothing. `--check` only reports that, with its exit status.
 */

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'rolldown';
import { filesIn, forgetBuild, isBuilt, noteBuild } from './build-state.ts';
import manifest from '../package.json' with { type: 'json' };

/** The files that other code starts by path. They are entry points, like the command. */
const STARTED = [
  './dist/conformance/client/clip-worker.js',
  './dist/conformance/prove/main.js',
  './dist/conformance/prove/run/worker-process.js',
];

/** Development dependencies whose code or files are published in `dist/` (decision 0020). */
const BUNDLED: readonly string[] = ['mediabunny', 'yaml', 'preact'];
const FONTS = ['DejaVuSans', 'DejaVuSans-Bold', 'DejaVuSansMono-Bold'];
const LICENSED = [...BUNDLED, 'dejavu-fonts-ttf'];

const published = Object.values(manifest.exports).filter((entry) => typeof entry !== 'string');
const names = [manifest.bin.standin, ...published.map((entry) => entry.default), ...STARTED].map((path) =>
  path.slice('./dist/'.length, -'.js'.length),
);

/** The files of the contract that neither define a schema nor import one. */
const CONSTANTS = new RegExp(
  '/contract/(create-errors|dimensions|error-entry|errors|failures|limits|model|prices|url|workflow).ts$',
);
const PANEL = join('emulator', 'panel');
const TYPES = join('.cache', 'types');

const isFresh = isBuilt();
if (process.argv.includes('--check')) process.exitCode = isFresh ? 0 : 1;
else if (!isFresh) {
  forgetBuild();
  await bundle();
  await bundlePanel();
  copyFonts();
  writeFileSync(join('dist', 'LICENSES.md'), LICENSED.map(licenseOf).join('\n'));
  if (declare()) noteBuild();
  else process.exitCode = 1;
}

async function bundle(): Promise<void> {
  await build({
    input: Object.fromEntries(names.map((name) => [name, `${name}.ts`])),
    platform: 'node',
    // npm installs the dependencies of users, so the bundle does not contain them.
    external: (id) => /^[^./]/.test(id) && !BUNDLED.includes(id),
    onLog: (_level, { message }) => {
      throw new Error(message);
    },
    output: {
      dir: 'dist',
      cleanDir: true,
      entryFileNames: '[name].js',
      chunkFileNames: 'shared/[name].js',
      // The declarations keep these comments for editors.
      comments: { jsdoc: false },
      codeSplitting: {
        groups: [
          // Code without schemas that engine and kit share, so that `conformance judge` does not load the engine.
          { name: 'contract', test: CONSTANTS, priority: 3 },
          { name: 'contract', test: /\/lib\/(make-folder|named-file|semaphore)\.ts$/, priority: 3 },
          // The code that `standin serve` runs up to its first poll response. It has only two files, because each file
          // adds to the startup time.
          { name: 'engine', test: /\/emulator\/(commands|api\/get)\.ts$/, priority: 2 },
          { name: 'command', test: /\/bin\/(program|serve-command|exec-command)\.ts$/, priority: 1 },
        ],
      },
    },
  });
}

/** Bundles the panel into one script, one style sheet and one page (decision 0021). */
async function bundlePanel(): Promise<void> {
  await build({
    input: { panel: 'emulator/panel/page.tsx' },
    platform: 'browser',
    treeshake: { propertyReadSideEffects: false },
    // One function call per element is shorter than an object with the element's children.
    transform: {
      jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' },
      inject: { h: ['preact', 'h'], Fragment: ['preact', 'Fragment'] },
    },
    onLog: (_level, { message }) => {
      throw new Error(message);
    },
    output: {
      dir: join('dist', 'panel'),
      cleanDir: true,
      entryFileNames: '[name].js',
      codeSplitting: false,
      minify: true,
      comments: false,
    },
  });
  const styles = filesIn(PANEL).filter((path) => path.endsWith('.css'));
  writeFileSync(
    join('dist', 'panel', 'panel.css'),
    minified(styles.map((path) => readFileSync(path, 'utf8')).join('')),
  );
  writeFileSync(
    join('dist', 'panel', 'index.html'),
    readFileSync(join(PANEL, 'index.html'), 'utf8').replaceAll(/\n\s*/g, '\n'),
  );
}

/** Returns style rules without comments and without insignificant blanks. */
function minified(css: string): string {
  return css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,>]) ?/g, '$1')
    .replaceAll(': ', ':')
    .replaceAll(';}', '}')
    .replaceAll(/\b0\./g, '.');
}

function copyFonts(): void {
  mkdirSync(join('dist', 'fonts'), { recursive: true });
  for (const font of FONTS) {
    copyFileSync(join('node_modules', 'dejavu-fonts-ttf', 'ttf', `${font}.ttf`), join('dist', 'fonts', `${font}.ttf`));
  }
}

/** Writes all declarations, and copies the published ones. Returns false if the compiler reports an error. */
function declare(): boolean {
  rmSync(TYPES, { recursive: true, force: true });
  const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
  const env = { GOGC: '400', ...process.env };
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', TYPES], {
    stdio: 'inherit',
    env,
  });
  if (status !== 0) return false;
  for (const file of reachedFrom(published.map((entry) => entry.types))) copy(file);
  return true;
}

/** Returns the published declarations and everything that they import, by path in `dist/`. */
function reachedFrom(entries: readonly string[]): Set<string> {
  const reached = new Set(entries.map((path) => relative('dist', path)));
  for (const file of reached) {
    const text = readFileSync(join(TYPES, file), 'utf8');
    for (const [, path = ''] of text.matchAll(/\b(?:from |import\()['"](\.[^'"]+)\.ts['"]/g))
      reached.add(join(dirname(file), `${path}.d.ts`));
  }
  return reached;
}

function licenseOf(name: string): string {
  const folder = join('node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  const text = readFileSync(join(folder, 'LICENSE'), 'utf8').trim();
  return `## ${name} ${version} (${license})\n\n\`\`\`text\n${text}\n\`\`\`\n`;
}

function copy(file: string): void {
  mkdirSync(join('dist', dirname(file)), { recursive: true });
  copyFileSync(join(TYPES, file), join('dist', file));
}
