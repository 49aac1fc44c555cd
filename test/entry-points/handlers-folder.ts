/** Files of MSW handlers, and servers that have them in front. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEmulator, type Listening } from '../../emulator/index.ts';
import { ROOT } from '../support/run.ts';

export interface HandlersFolder {
  readonly path: string;
  /** Writes a file of handlers and starts a server with it. */
  readonly serve: (source: string, name?: string) => Promise<Listening>;
  /** Writes a file of handlers, and tells its path. */
  readonly write: (source: string, name: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Below `node_modules`, so that the files find `msw` from where they lie. */
export async function openHandlersFolder(): Promise<HandlersFolder> {
  const cache = join(ROOT, 'node_modules', '.cache');
  await mkdir(cache, { recursive: true });
  const path = await mkdtemp(join(cache, 'standin-handlers-'));
  const emulators: ReturnType<typeof createEmulator>[] = [];

  const write = async (source: string, name: string): Promise<string> => {
    const file = join(await mkdtemp(join(path, 'case-')), name);
    await writeFile(file, source);
    return file;
  };
  const serve = async (source: string, name = 'handlers.ts'): Promise<Listening> => {
    const emulator = createEmulator({ handlers: await write(source, name) });
    emulators.push(emulator);
    return emulator.listen({ port: 0 });
  };
  const close = async (): Promise<void> => {
    await Promise.all(emulators.map((emulator) => emulator.close()));
    await rm(path, { recursive: true });
  };
  return { path, serve, write, close };
}
