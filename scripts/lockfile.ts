/** Repairs package-lock.json, so that `npm ci` accepts it on other machines. */

interface Entry {
  readonly version?: string;
  /** The folder of a workspace. Only links have this field. */
  readonly resolved?: string;
  readonly link?: boolean;
  /** True for a package that this project needs and its users do not need. */
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly peer?: boolean;
  readonly integrity?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

export interface Lockfile {
  /** The packages by folder path. */
  readonly packages: Readonly<Record<string, Entry>>;
}

/** Parses the file without checks, because npm wrote it. */
export function readLockfile(text: string): Lockfile {
  return JSON.parse(text) as Lockfile;
}

/** Removes the `funding` and `license` fields, which npm copies from the packages and never uses. */
export function withoutAddresses(lock: Lockfile): Lockfile {
  const text = JSON.stringify(lock, (key, value: unknown) =>
    key === 'funding' || (typeof value === 'string' && value.includes('://')) ? undefined : value,
  );
  return readLockfile(text);
}

/**
 * Adds an entry for the binary of each platform. npm leaves out binaries that the current registry lacks. It then
 * rejects its own lockfile ("Missing: … from lock file") on every machine, including this one.
 */
export function withAllPlatforms(lock: Lockfile): Lockfile {
  const packages = { ...lock.packages };
  for (const { path, name, version } of missingPlatforms(lock)) {
    const sibling = siblingOf(lock, path, name);
    if (sibling === undefined)
      throw new Error(`No platform of ${path} is in the lockfile, so the folder of ${name} is unknown.`);
    const { integrity: _, ...alike } = packages[sibling] ?? {};
    packages[`${folderOf(sibling)}${name}`] = inNpmsOrder({ ...withoutPlatform(alike), version, ...platformOf(name) });
  }
  const sorted = Object.entries(packages).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
  return { ...lock, packages: Object.fromEntries(sorted) };
}

/** Returns optional dependencies without an entry for their version. A binary fits only one version. */
export function missingPlatforms({ packages }: Lockfile): { path: string; name: string; version: string }[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .map(([name, version]) => ({ path, name, version, entry: entryFor(packages, path, name) }))
      .filter(({ entry, version }) => entry === undefined || (/^\d/.test(version) && entry.version !== version))
      .map(({ name, version }) => ({ path, name, version })),
  );
}

function entryFor(packages: Lockfile['packages'], path: string, name: string): Entry | undefined {
  const folder = foldersFrom(path).find((folder) => `${folder}${name}` in packages);
  return folder === undefined ? undefined : packages[`${folder}${name}`];
}

/** Returns the folders in which Node searches for dependencies: the package's own folder, then each folder above. */
function foldersFrom(path: string): string[] {
  const marker = 'node_modules/';
  const end = path.lastIndexOf(marker);
  const own = path === '' ? marker : `${path}/${marker}`;
  if (end > 0) return [own, ...foldersFrom(path.slice(0, end - 1))];
  return own === marker ? [own] : [own, marker];
}

/** Returns an entry for another platform of the same package. The new entry goes into the same folder. */
function siblingOf({ packages }: Lockfile, path: string, missing: string): string | undefined {
  const names = Object.keys(packages[path]?.optionalDependencies ?? {}).filter((name) => name !== missing);
  const candidates = foldersFrom(path).flatMap((folder) => names.map((name) => `${folder}${name}`));
  return candidates.find((candidate) => candidate in packages);
}

function folderOf(path: string): string {
  const marker = 'node_modules/';
  return path.slice(0, path.lastIndexOf(marker) + marker.length);
}

function withoutPlatform({ os: _os, cpu: _cpu, libc: _libc, ...entry }: Entry): Entry {
  return entry;
}

/** Puts the version first, then plain values, then `engines`, so that the next run of npm changes nothing. */
function inNpmsOrder({ version = '', ...entry }: Entry): Entry {
  const rank = (value: unknown): number => (typeof value === 'object' && !Array.isArray(value) ? 1 : 0);
  const sorted = Object.entries(entry).toSorted(([a, x], [b, y]) => rank(x) - rank(y) || a.localeCompare(b, 'en'));
  return { version, ...Object.fromEntries(sorted) };
}

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64'];

/** Returns the platform in a package name such as `@oxlint/binding-linux-arm64-musl`. */
function platformOf(name: string): { os: string[]; cpu: string[]; libc?: string[] } {
  const words = (name.split('/').at(-1) ?? '').split('-');
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  if (os.length !== 1 || cpu.length !== 1)
    throw new Error(`The name ${name} does not contain exactly one operating system and one architecture.`);
  const libc = words.some((word) => word.startsWith('musl')) ? 'musl' : 'glibc';
  return os[0] === 'linux' && words.length > 3 ? { os, cpu, libc: [libc] } : { os, cpu };
}
