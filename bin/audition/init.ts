/** Writes a driver as a starting point: `standin audition init`. The driver is an example of the package. */

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { shellWord, type Terminal, UsageError } from '../terminal.ts';
import { tryToWrite, UNWRITTEN } from '../named-files.ts';

interface Driver {
  readonly file: string;
  /** The command that starts the driver, as the arguments of `standin audition`. */
  readonly start: (path: string) => string;
  /** The command that builds the driver. */
  readonly build?: (path: string) => string;
}

const AUDITION = 'npx --no-install standin audition';

const DRIVERS = {
  python: { file: 'driver.py', start: (path) => `-- python3 ${path}` },
  go: { file: 'driver.go', start: () => '-- ./driver', build: (path) => `go build -o driver ${path}` },
  // TypeScript starts slowly, so one process plays all cases.
  typescript: { file: 'driver.ts', start: (path) => `--lines -- ${path}` },
  shell: { file: 'driver.sh', start: (path) => `-- sh ${path}` },
} as const satisfies Readonly<Record<string, Driver>>;

export type Language = keyof typeof DRIVERS;
export const LANGUAGES = Object.keys(DRIVERS);

export interface InitFlags {
  readonly out?: string;
  readonly force?: boolean;
}

/** Writes the driver and prints the command that runs it. Returns the exit status. */
export function initDriver(language: Language, { out, force = false }: InitFlags, terminal: Terminal): number {
  const { file, start, build }: Driver = DRIVERS[language];
  const path = out ?? file;
  if (!force && existsSync(path)) {
    throw new UsageError(`${path}: the file exists. Name another file with --out, or overwrite the file with --force.`);
  }
  if (!tryToWrite([{ path, text: readFileSync(join(templates(), file), 'utf8') }], terminal)) return UNWRITTEN;
  const word = shellWord(path);
  const commands = [...(build === undefined ? [] : [build(word)]), `${AUDITION} ${start(word)}`];
  terminal.stdout.write(
    [
      `${path} is written. The file contains a small client, so you can run the file without changes.`,
      'Three functions have the comment YOUR CLIENT. Change them, one after the other, so that they call your client. To run the file:',
      ...commands.map((line) => `  ${line}`),
      '',
    ].join('\n'),
  );
  return 0;
}

/** Returns the folder of the examples. The package import works from the sources and from `dist/`. */
function templates(): string {
  const manifest = createRequire(import.meta.url).resolve('#package.json');
  return join(dirname(manifest), 'docs', 'examples', 'drivers');
}
