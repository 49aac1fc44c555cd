/** Makes the picture of README from a clip that the emulator serves: `jiti docs/images/make-frame.ts`. Needs ffmpeg on the PATH. */

import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEmulator } from '../../emulator/index.ts';

const CREATE = { model: 'videomodel-2.5', prompt: 'a red fox in the snow', duration_seconds: 5 };
const headers = { authorization: 'Bearer sk_standin_picture~latency-instant', 'content-type': 'application/json' };
const BASE = 'http://127.0.0.1';

const emulator = createEmulator();
const created = await emulator.fetch(
  new Request(`${BASE}/v1/videos`, { method: 'POST', headers, body: JSON.stringify(CREATE) }),
);
const { id } = (await created.json()) as { readonly id: string };
const content = await emulator.fetch(new Request(`${BASE}/v1/videos/${id}/content`, { headers }));
const clip = Buffer.from(await content.arrayBuffer());
await emulator.close();

const file = join(tmpdir(), `${id}.mp4`);
writeFileSync(file, clip);

// At half its size; a JPEG of some 16 KB.
const picture = fileURLToPath(new URL('frame.jpg', import.meta.url));
const flags = ['-v', 'error', '-y', '-ss', '2.5', '-i', file, '-vf', 'scale=640:-1', '-frames:v', '1', '-q:v', '5'];
execFileSync('ffmpeg', [...flags, picture]);
rmSync(file);
