/** Writes a fixture with the clip for aimock, which serves content only from the fixture. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes the fixture. Returns its path. */
export async function writeAimockFixture(folder: string, clip: string): Promise<string> {
  const path = join(folder, 'fixtures.json');
  const video = { id: 'any', status: 'completed', b64: await readFile(clip, 'base64') };
  await writeFile(path, JSON.stringify({ fixtures: [{ match: { endpoint: 'video' }, response: { video } }] }));
  return path;
}
