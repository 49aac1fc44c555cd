/** Shell scripts that stand in for an ffmpeg: a folder of them, which goes away after the tests. */

import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ScriptFolder {
  readonly path: string;
  /** Writes an executable script, and returns its path. */
  readonly script: (name: string, body: string) => Promise<string>;
  readonly remove: () => Promise<void>;
}

export async function openScriptFolder(): Promise<ScriptFolder> {
  const path = await mkdtemp(join(tmpdir(), 'standin-scripts-'));
  const script = async (name: string, body: string): Promise<string> => {
    const file = join(path, name);
    await writeFile(file, `#!/bin/sh\n${body}\n`);
    await chmod(file, 0o755);
    return file;
  };
  return { path, script, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) };
}
