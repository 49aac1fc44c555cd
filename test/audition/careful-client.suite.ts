/** The careful client of docs/examples/clients/careful.ts is sound, and its audition leaves nothing behind. */

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { functionDriver, renderAudition, runAudition, type AuditionReport } from '../../audition/index.ts';
import { carefulClient } from '../../docs/examples/clients/careful.ts';
import { wordsIn } from './words-in.ts';

/** Fewer than by default, because other tests run at the same time. */
const SIDE_BY_SIDE = 16;

const FILES = [
  ['json', 'report.json'],
  ['junit', 'junit.xml'],
  ['html', 'report.html'],
] as const;

export function carefulClientSuite(only: readonly string[] | undefined): void {
  /** Where runs put what they need, and what the last test finds of it. */
  let scratch: string;
  const before = process.env['TMPDIR'];
  const warnings: string[] = [];
  const noteWarning = ({ name, message }: Error): void => void warnings.push(`${name}: ${message}`);
  const addresses = new Set<string>();
  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'standin-careful-'));
    process.env['TMPDIR'] = scratch;
    process.on('warning', noteWarning);
  });
  afterAll(async () => {
    process.off('warning', noteWarning);
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    await rm(scratch, { recursive: true, force: true });
  });

  test('careful.ts is sound in each scenario, in this process', async () => {
    const drive = (): ReturnType<typeof functionDriver> =>
      functionDriver((call) => {
        addresses.add(new URL(call.url).origin);
        return carefulClient(call);
      });
    const client = { name: 'careful.ts', drive };
    const { report } = await runAudition({
      clients: [client],
      parallel: SIDE_BY_SIDE,
      ...(only !== undefined && { only }),
    });
    expect(Object.keys(wordsIn(report)), JSON.stringify(wordsIn(report))).toEqual(['sound']);
    expect(report.exitStatus).toBe(0);
    if (only === undefined) await keepReports(report);
  });

  test('these cases leave no file, no process and no port behind, and bring no warning', async () => {
    expect(addresses.size).toBe(1);
    for (const address of addresses) await expect(fetch(address)).rejects.toThrow('fetch failed');
    expect(await readdir(scratch)).toEqual([]);
    expect(await processesWith(scratch)).toEqual([]);
    expect(warnings).toEqual([]);
  });
}

/** `.ci/run` keeps the reports of this audition. */
async function keepReports(report: AuditionReport): Promise<void> {
  const kept = process.env['KEPT_REPORTS'];
  if (kept === undefined) return;
  await mkdir(join(kept, 'audition'), { recursive: true });
  for (const [format, name] of FILES) await writeFile(join(kept, 'audition', name), renderAudition(report, format));
}

/** Other processes with a text in their environment; only Linux tells. */
async function processesWith(text: string): Promise<string[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const others = pids.filter((pid) => Number(pid) !== process.pid);
  const found = await Promise.all(
    others.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      return environment.includes(text) ? [pid] : [];
    }),
  );
  return found.flat();
}
