/** The folders of the project, and the imports that each of them may have. */

/** A folder. `emulator` stands for the files directly in it. */
export interface Folder {
  readonly name: string;
  /** Other folders that this folder may import, or single files of other folders. */
  readonly imports: readonly string[];
  /** Folders that may be imported with `import type` only. */
  readonly types?: readonly string[];
  readonly packages: readonly string[];
  /** Whether Node's own modules may be imported. */
  readonly node: boolean;
}

const IN_RENDER = ['mp4', 'picture', 'raster', 'segments', 'sound'].map((folder) => `emulator/render/${folder}`);
const PANEL_VIEWS = ['account', 'accounts', 'clip', 'requests'].map((view) => `emulator/panel/${view}`);
const PANEL_TYPES = ['emulator/control', 'emulator/control/routes', 'emulator/journal'];
const BEHIND_DOMAIN = ['contract', 'emulator/domain'];
const BEHIND_API = [...BEHIND_DOMAIN, 'emulator/api'];
const PUBLIC = [
  'contract/index.ts',
  'emulator/index.ts',
  'conformance/index.ts',
  'audition/index.ts',
  'proxy/index.ts',
];

/** The folder `test` is missing here, because whole-package tests may import everything. */
export const FOLDERS: readonly Folder[] = [
  { name: 'contract', imports: [], packages: ['zod'], node: false },
  // Data structures, and readers of files that a user names. This code does not depend on the video service.
  { name: 'lib', imports: [], packages: [], node: true },
  // An account keeps its fault rules and imports their type. Only `emulator/faults` interprets the rules.
  {
    name: 'emulator/domain',
    imports: ['contract'],
    types: ['emulator/faults/rule.ts'],
    packages: [],
    node: false,
  },
  {
    name: 'emulator/inputs',
    imports: [...BEHIND_DOMAIN, 'lib', 'emulator/inputs/network'],
    packages: ['mediabunny', 'zod'],
    node: true,
  },
  {
    name: 'emulator/inputs/network',
    imports: [...BEHIND_DOMAIN, 'lib'],
    types: ['emulator/inputs'],
    packages: [],
    node: true,
  },
  { name: 'emulator/faults', imports: [...BEHIND_DOMAIN, 'lib', 'fixtures'], packages: ['zod'], node: true },
  { name: 'emulator/journal', imports: [...BEHIND_DOMAIN, 'lib'], packages: ['zod'], node: true },
  { name: 'emulator/store', imports: [...BEHIND_DOMAIN, 'lib'], packages: [], node: true },
  {
    name: 'emulator/store/durable',
    imports: [...BEHIND_DOMAIN, 'lib', 'emulator/store'],
    packages: ['classic-level'],
    node: true,
  },
  {
    name: 'emulator/store/shared',
    imports: [...BEHIND_DOMAIN, 'lib', 'emulator/store'],
    packages: ['@redis/client'],
    node: true,
  },
  {
    name: 'emulator/render',
    imports: [...BEHIND_DOMAIN, 'lib', ...IN_RENDER],
    packages: ['mediabunny', 'ffmpeg-static', '@ffmpeg-installer/ffmpeg', 'dejavu-fonts-ttf'],
    node: true,
  },
  { name: 'emulator/render/mp4', imports: ['contract'], packages: [], node: true },
  { name: 'emulator/render/raster', imports: ['contract'], packages: ['dejavu-fonts-ttf'], node: true },
  {
    name: 'emulator/render/segments',
    imports: [...BEHIND_DOMAIN, 'lib', 'emulator/render'],
    types: ['emulator/render/raster'],
    packages: [],
    node: true,
  },
  {
    name: 'emulator/render/sound',
    imports: [...BEHIND_DOMAIN, 'lib', 'emulator/render', 'emulator/render/picture', 'emulator/render/segments'],
    packages: [],
    node: true,
  },
  {
    name: 'emulator/render/picture',
    imports: [
      ...BEHIND_DOMAIN,
      'lib',
      'emulator/render',
      'emulator/render/raster',
      'emulator/render/segments',
      'emulator/render/sound',
    ],
    packages: [],
    node: true,
  },
  {
    name: 'emulator/api',
    imports: [...BEHIND_DOMAIN, 'lib', 'emulator/api/faults'],
    types: ['emulator/faults', 'emulator/journal'],
    packages: ['zod'],
    node: true,
  },
  {
    name: 'emulator/api/faults',
    imports: [...BEHIND_DOMAIN, 'emulator/api'],
    types: ['emulator/faults'],
    packages: [],
    node: false,
  },
  {
    name: 'emulator/transport',
    imports: [...BEHIND_API, 'lib'],
    types: ['emulator/journal'],
    packages: ['zod'],
    node: true,
  },
  {
    name: 'emulator/control',
    imports: [
      ...BEHIND_API,
      'lib',
      'emulator/control/routes',
      'emulator/journal/entry.ts',
      'emulator/journal/log-segment.ts',
      'emulator/journal/summary.ts',
    ],
    types: ['emulator/journal'],
    packages: ['zod'],
    node: true,
  },
  {
    name: 'emulator/control/routes',
    imports: [
      ...BEHIND_API,
      'lib',
      'emulator/control',
      'emulator/control/docs',
      'emulator/settings',
      'emulator/faults/counts.ts',
      'emulator/faults/registry.ts',
      'emulator/faults/scenario-search.ts',
      'emulator/faults/rule.ts',
      'emulator/faults/rule-input.ts',
      'emulator/journal/filter.ts',
      'emulator/journal/fired-rules.ts',
    ],
    types: ['emulator/faults', 'emulator/journal'],
    packages: ['zod'],
    node: false,
  },
  {
    name: 'emulator/control/docs',
    imports: ['contract', 'lib', 'emulator/control'],
    packages: ['zod'],
    node: false,
  },
  // A browser runs the panel. It imports only types of the control API and of the journal.
  {
    name: 'emulator/panel',
    imports: ['emulator/panel/model', 'emulator/panel/shared', ...PANEL_VIEWS],
    types: PANEL_TYPES,
    packages: ['preact'],
    node: false,
  },
  {
    name: 'emulator/panel/model',
    // Tables and functions without imports of their own. A copy of them could become outdated.
    imports: [
      'contract/failures.ts',
      'contract/invisible.ts',
      'contract/limits.ts',
      'emulator/faults/scenario-search.ts',
      'lib/group-by.ts',
      'lib/spelling.ts',
      'emulator/render/frame-code.ts',
    ],
    types: ['contract', ...PANEL_TYPES],
    packages: [],
    node: false,
  },
  {
    name: 'emulator/panel/shared',
    imports: ['emulator/panel', 'emulator/panel/model'],
    types: PANEL_TYPES,
    packages: ['preact'],
    node: false,
  },
  ...PANEL_VIEWS.map((name) => ({
    name,
    imports: ['emulator/panel', 'emulator/panel/model', 'emulator/panel/shared'],
    types: PANEL_TYPES,
    packages: ['preact'],
    node: false,
  })),
  {
    name: 'emulator/server',
    imports: [
      ...BEHIND_API,
      'emulator/store/durable/data-folder.ts',
      'lib',
      'emulator/settings',
      'emulator/control',
      'emulator/transport',
      'emulator/render/ffmpeg-find.ts',
    ],
    packages: ['jiti'],
    node: true,
  },
  {
    name: 'emulator/test-helpers',
    imports: ['emulator/index.ts', 'lib/spelling.ts'],
    types: ['emulator/control', 'emulator/control/routes', 'emulator/faults'],
    packages: [],
    node: false,
  },
  {
    name: 'emulator/express',
    imports: [...BEHIND_API, 'emulator/index.ts', 'emulator/transport'],
    packages: [],
    node: true,
  },
  { name: 'emulator/msw', imports: [...BEHIND_API, 'emulator/index.ts'], packages: ['msw'], node: true },
  {
    name: 'emulator/settings',
    imports: [...BEHIND_API, 'lib', 'emulator/faults'],
    types: ['emulator/journal', 'emulator/store', 'emulator/transport'],
    packages: ['zod', 'jiti'],
    node: true,
  },
  {
    name: 'emulator/wiring',
    imports: [
      ...BEHIND_API,
      'emulator/inputs',
      'lib',
      'emulator/faults',
      'emulator/journal',
      'emulator/store',
      'emulator/store/durable',
      'emulator/store/shared',
      'emulator/render',
      'emulator/render/raster/font.ts',
      'emulator/transport',
      'emulator/server',
      'emulator/control',
      'emulator/settings',
    ],
    packages: [],
    node: true,
  },
  // The public entry, the entry of commands, and the handle for accounts.
  {
    name: 'emulator',
    imports: [
      ...BEHIND_API,
      'emulator/wiring',
      'lib',
      'emulator/faults',
      'emulator/journal',
      'emulator/settings',
      'emulator/transport',
      'emulator/server/doctor.ts',
    ],
    types: ['emulator/control'],
    packages: [],
    node: false,
  },
  { name: 'conformance/text', imports: ['contract/invisible.ts'], packages: [], node: false },
  {
    name: 'conformance',
    imports: ['contract', 'fixtures', 'lib', 'conformance/text', 'package.json'],
    packages: ['zod', 'mediabunny', 'jiti', 'vitest'],
    node: true,
  },
  {
    name: 'conformance/prove',
    imports: ['contract', 'fixtures', 'conformance', 'conformance/text', 'emulator/index.ts'],
    packages: ['zod', 'mediabunny'],
    node: true,
  },
  // It judges clients by the observations of the emulator, and uses only the public entry of the emulator.
  {
    name: 'audition',
    // Both kinds of checks share their editions. Both kinds of explorations draw, shrink, and limit parallel runs.
    imports: [
      'contract',
      'fixtures',
      'conformance/engine/edition.ts',
      'conformance/explore/random.ts',
      'conformance/explore/shrink.ts',
      'conformance/text',
      'lib/group-by.ts',
      'lib/semaphore.ts',
      'lib/spelling.ts',
      'emulator/index.ts',
      'package.json',
    ],
    packages: ['zod'],
    node: true,
  },
  // The engine in front of a real service: the only folder that imports both the engine and the kit.
  {
    name: 'proxy',
    imports: [
      ...BEHIND_API,
      'lib',
      'emulator/commands.ts',
      'emulator/inputs/network/public-address.ts',
      // Like the library of the emulator, this library reads settings and answers requests in the process.
      'emulator/journal/credentials.ts',
      'emulator/journal/journal.ts',
      'emulator/settings',
      'emulator/transport/fetch-adapter.ts',
      'conformance/engine/money/durable-lines.ts',
      'conformance/passive/passive-judge.ts',
    ],
    types: ['emulator/api/faults', 'emulator/faults', 'emulator/journal', 'emulator/transport'],
    packages: ['zod'],
    node: true,
  },
  { name: 'fixtures', imports: ['contract'], packages: ['zod'], node: true },
  {
    name: 'bin',
    // A server starts without the library's schemas (decision 0009). `explain` compares a failing server with a passing
    // server.
    imports: [
      ...PUBLIC,
      'lib',
      'emulator/commands.ts',
      'proxy/commands.ts',
      'proxy/settings.ts',
      'conformance/engine/edition.ts',
      'conformance/profile/flag-table.ts',
      'conformance/prove/explain.ts',
      'conformance/text',
      'package.json',
    ],
    packages: ['commander', 'yaml'],
    node: true,
  },
  {
    name: 'bench',
    // The benchmark encodes a scene from the drawings of the render folder, so that both sides encode the same scene
    // (`benchmarks-run-the-build`).
    imports: ['fixtures', 'contract', 'emulator/domain', 'emulator/render', ...IN_RENDER],
    packages: ['autocannon', 'undici', '@redis/client'],
    node: true,
  },
];

/** Every folder at the top of the repository, including folders that the rules do not judge. */
export const TOP_FOLDERS = [
  'contract',
  'emulator',
  'conformance',
  'audition',
  'proxy',
  'fixtures',
  'lib',
  'bin',
  'bench',
  'test',
  'docs',
  'scripts',
  '.ci',
  '.github',
  'clients',
];

/** Returns the folder of this table that contains a file, or undefined if the table lacks the folder. */
export function folderOf(path: string): Folder | undefined {
  const parts = path.split('/').slice(0, -1);
  const within = FOLDERS.filter(({ name }) => `${parts.join('/')}/`.startsWith(`${name}/`));
  const nearest = within.reduce<Folder | undefined>(
    (best, folder) => (best === undefined || folder.name.length > best.name.length ? folder : best),
    undefined,
  );
  return nearest?.name === 'emulator' && parts.length > 1 ? undefined : nearest;
}

/** Matches tests beside the code, and files that only tests use. */
export function isTestFile(path: string): boolean {
  return path.startsWith('test/') || path.includes('/testing/') || /\.(test|suite)\.ts$/.test(path);
}
