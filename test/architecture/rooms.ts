/** The rooms of the house and what each may import: the design's table, as data. */

/** A room is a folder; `emulator` stands for the files directly in it. */
export interface Room {
  readonly name: string;
  /** Rooms, or single files of rooms, besides the room itself. */
  readonly imports: readonly string[];
  /** Rooms that may be imported with `import type` only. */
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

/** `test` is no room: whole-package tests may look everywhere. */
export const ROOMS: readonly Room[] = [
  { name: 'contract', imports: [], packages: ['zod'], node: false },
  // Data structures, and files that a user names: they know nothing of video.
  { name: 'lib', imports: [], packages: [], node: true },
  // An account keeps its fault rules, and names their type; what they say is for `emulator/faults`.
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
    imports: [...BEHIND_API, 'lib', 'emulator/control/routes', 'emulator/journal/entry-bytes.ts'],
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
  // A browser runs the panel. It knows the control API and the journal by their types.
  {
    name: 'emulator/panel',
    imports: ['emulator/panel/model', 'emulator/panel/shared', ...PANEL_VIEWS],
    types: PANEL_TYPES,
    packages: ['preact'],
    node: false,
  },
  {
    name: 'emulator/panel/model',
    // Tables and functions that import nothing else, of which a copy would only be right today.
    imports: [
      'contract/failures.ts',
      'contract/invisible.ts',
      'contract/limits.ts',
      'emulator/faults/scenario-search.ts',
      'lib/spelling.ts',
      'emulator/render/block-code.ts',
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
    // The view of all accounts shows marks of the list of requests.
    imports: ['emulator/panel', 'emulator/panel/model', 'emulator/panel/shared', 'emulator/panel/requests'],
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
  // The public entry, the entry of commands, and accounts by hand.
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
    imports: ['contract', 'fixtures', 'conformance', 'emulator/index.ts'],
    packages: ['zod', 'mediabunny'],
    node: true,
  },
  // It judges clients by what the emulator saw, and knows the emulator by its public entry.
  {
    name: 'audition',
    // Both kinds of checks share their editions, and both kinds of explorations draw, shrink and bound what runs at once.
    imports: [
      'contract',
      'fixtures',
      'conformance/client/semaphore.ts',
      'conformance/engine/edition.ts',
      'conformance/explore/random.ts',
      'conformance/explore/shrink.ts',
      'conformance/text',
      'lib/spelling.ts',
      'emulator/index.ts',
      'package.json',
    ],
    packages: ['zod'],
    node: true,
  },
  // The engine in front of a real service: the only room that knows both the engine and the kit.
  {
    name: 'proxy',
    imports: [
      ...BEHIND_API,
      'lib',
      'emulator/commands.ts',
      'emulator/inputs/network/public-address.ts',
      // Its library reads settings and answers in the process, as that of the emulator does.
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
    // A server is started without the library's schemas (decision 0009); `explain` shows a server that fails beside one that passes.
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
    // A scene is encoded straight from the render room's own drawings, so that both sides encode the same (`benchmarks-run-the-build`).
    imports: ['fixtures', 'contract', 'emulator/domain', 'emulator/render', ...IN_RENDER],
    packages: ['autocannon', 'undici', '@redis/client'],
    node: true,
  },
];

/** Every folder at the top of the repository, and what is no folder of ours to judge. */
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

/** The room that a file lies in; a folder that the design does not know has none. */
export function roomOf(path: string): Room | undefined {
  const folder = path.split('/').slice(0, -1);
  const within = ROOMS.filter(({ name }) => `${folder.join('/')}/`.startsWith(`${name}/`));
  const nearest = within.reduce<Room | undefined>(
    (best, room) => (best === undefined || room.name.length > best.name.length ? room : best),
    undefined,
  );
  return nearest?.name === 'emulator' && folder.length > 1 ? undefined : nearest;
}

/** Tests beside the code, and what only they use. */
export function isTestFile(path: string): boolean {
  return path.startsWith('test/') || path.includes('/testing/') || /\.(test|suite)\.ts$/.test(path);
}
