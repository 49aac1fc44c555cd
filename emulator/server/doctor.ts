/** Checks the machine's requirements for the emulator, and suggests fixes. */

import { cacheFolder, cacheProblem } from '../settings/cache-folder.ts';
import { freePort, LOOPBACK } from '../transport/free-port.ts';

/** The result of a check. `note`: it works, but maybe not as expected. `broken`: the emulator would not work. */
export type DoctorVerdict = 'ok' | 'note' | 'broken';

export interface DoctorLine {
  readonly subject: 'node' | 'ffmpeg' | 'port' | 'cache' | 'data';
  readonly verdict: DoctorVerdict;
  /** The finding, or the suggested fix. */
  readonly says: string;
}

export interface DoctorOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly nodeVersion: string;
  /** The default port of `standin serve`. */
  readonly port: number;
}

/** The oldest supported Node version. A test compares it with `engines` in package.json. */
export const OLDEST_NODE = '20.19.0';

/**
 * Checks this machine, or the machine that the options describe.
 *
 * @example
 * const broken = (await examine()).filter(({ verdict }) => verdict === 'broken');
 */
export function examine(options: Partial<DoctorOptions> = {}): Promise<DoctorLine[]> {
  const { env = process.env, nodeVersion = process.versions.node, port = 4242 } = options;
  const data = env['STANDIN_DATA'] ?? '';
  return Promise.all([
    examineNode(nodeVersion),
    examineFfmpeg(env),
    examinePort(port),
    examineCache(env),
    ...(data === '' ? [] : [examineData(data)]),
  ]);
}

async function examineNode(version: string): Promise<DoctorLine> {
  return version.localeCompare(OLDEST_NODE, 'en', { numeric: true }) < 0
    ? { subject: 'node', verdict: 'broken', says: `${version} is too old; install Node ${OLDEST_NODE} or newer` }
    : { subject: 'node', verdict: 'ok', says: version };
}

async function examineFfmpeg(env: DoctorOptions['env']): Promise<DoctorLine> {
  const { findFfmpeg } = await import('../render/ffmpeg-find.ts');
  const search = await findFfmpeg(env, { cacheFolder: cacheFolder({ env }) });
  if (!search.found) return { subject: 'ffmpeg', verdict: 'broken', says: search.message };
  const { version, path, origin } = search.binary;
  return { subject: 'ffmpeg', verdict: 'ok', says: `${version}, found by ${origin}: ${path}` };
}

async function examinePort(port: number): Promise<DoctorLine> {
  const subject = 'port';
  if ((await freePort(port)) === port) return { subject, verdict: 'ok', says: `${LOOPBACK}:${port} is free` };
  const other = await freePort(0);
  return { subject, verdict: 'note', says: `${LOOPBACK}:${port} is taken; start with --port ${other} or --port 0` };
}

async function examineCache(env: DoctorOptions['env']): Promise<DoctorLine> {
  const folder = cacheFolder({ env });
  const problem = await cacheProblem(folder);
  if (problem === undefined) return { subject: 'cache', verdict: 'ok', says: `${folder} is writable` };
  const says = `${problem}; set STANDIN_CACHE_FOLDER to a writable folder`;
  return { subject: 'cache', verdict: 'broken', says };
}

/** Checks the data folder without changing it, because another process may be using it. */
async function examineData(path: string): Promise<DoctorLine> {
  const subject = 'data';
  const { describeDataFolder } = await import('../store/durable/data-folder.ts');
  try {
    return { subject, verdict: 'ok', says: await describeDataFolder(path) };
  } catch (cause) {
    return { subject, verdict: 'broken', says: cause instanceof Error ? cause.message : String(cause) };
  }
}
