/** The ceiling of each folder: its production lines, without tests and generated files. */

import { isTestFile } from './folders.ts';
import type { Project, Rule } from './rule.ts';

interface Ceiling {
  /** Folders; `emulator/*` stands for the files directly in `emulator/`. */
  readonly folders: readonly string[];
  /** To raise it takes a decision record that says what a user gets for the lines. */
  readonly lines: number;
}

const CEILINGS: readonly Ceiling[] = [
  { folders: ['emulator/*', 'emulator/msw', 'emulator/express', 'emulator/test-helpers'], lines: 950 },
  { folders: ['emulator/api', 'emulator/domain', 'emulator/faults'], lines: 6_000 },
  { folders: ['emulator/store'], lines: 2_700 },
  { folders: ['emulator/journal'], lines: 2_400 },
  { folders: ['emulator/inputs', 'emulator/render'], lines: 4_700 },
  { folders: ['emulator/control', 'emulator/settings'], lines: 4_400 },
  { folders: ['emulator/transport', 'emulator/wiring', 'emulator/server'], lines: 2_600 },
  { folders: ['contract', 'proxy', 'bin', 'lib'], lines: 9_200 },
  { folders: ['emulator/panel'], lines: 4_600 },
  { folders: ['audition/explore', 'conformance/explore'], lines: 2_500 },
  { folders: ['audition'], lines: 6_100 },
  {
    folders: [
      'conformance/*',
      'conformance/client',
      'conformance/docs',
      'conformance/engine',
      'conformance/learn',
      'conformance/passive',
      'conformance/profile',
      'conformance/reporters',
      'conformance/text',
    ],
    lines: 9_100,
  },
  { folders: ['conformance/checks'], lines: 14_550 },
  { folders: ['conformance/prove'], lines: 8_400 },
];

export const CEILING_RULE: Rule = {
  id: 'folder-ceilings',
  violations: (project) =>
    CEILINGS.flatMap(({ folders, lines }) => {
      const found = linesIn(project, folders);
      return found > lines ? [`${folders.join(', ')}: ${found} lines, over the ceiling of ${lines}`] : [];
    }),
};

/** Written by `npm run generate`. */
const GENERATED: ReadonlySet<string> = new Set([
  'conformance/profile/profile-input.ts',
  'emulator/settings/settings-input.ts',
]);

function linesIn({ modules }: Project, folders: readonly string[]): number {
  return modules
    .filter(({ path }) => !isTestFile(path) && !GENERATED.has(path) && folders.some((folder) => isIn(path, folder)))
    .reduce((sum, { lines }) => sum + lines, 0);
}

function isIn(path: string, folder: string): boolean {
  if (!folder.endsWith('/*')) return path.startsWith(`${folder}/`);
  const top = folder.slice(0, -1);
  return path.startsWith(top) && !path.slice(top.length).includes('/');
}
