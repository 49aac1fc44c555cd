/** Makes README's picture of a conformance report, from a run against an emulator: `jiti docs/images/make-report.ts`. Needs chromium and ffmpeg on the PATH. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadProfile, render, run } from '../../conformance/index.ts';
import { createEmulator } from '../../emulator/index.ts';

/** Down to the end of the table of requirements; what follows is as long as there are checks. */
const WINDOW = '--window-size=900,1000';

const emulator = createEmulator();
const { url } = await emulator.listen({ port: 0 });
const { baseUrl: _, ...profile } = await loadProfile('standin', {}, {});
const report = await run(url, profile);
await emulator.close();

const folder = mkdtempSync(join(tmpdir(), 'standin-report-'));
const [page, shot] = [join(folder, 'report.html'), join(folder, 'report.png')];
writeFileSync(page, render(report, 'html'));
const quiet = ['--headless=new', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', WINDOW];
execFileSync('chromium', [...quiet, `--screenshot=${shot}`, `file://${page}`], { stdio: 'ignore' });

// Sixty-four colours are enough for text and bars, and take a third of the bytes.
const fewColours = 'split[a][b];[a]palettegen=max_colors=64[p];[b][p]paletteuse=dither=none';
const picture = fileURLToPath(new URL('report.png', import.meta.url));
execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', shot, '-vf', fewColours, '-frames:v', '1', picture]);
rmSync(folder, { recursive: true });
