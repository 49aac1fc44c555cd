/**
 * `npm run bench:conformance`: the default selection against the emulator, over HTTP, with instant and with fast generations, and `--thorough`
 * with instant ones: seconds, and how many creates are paid for.
 */

import { createEmulator } from '../dist/emulator/index.js';
import { loadProfile, run } from '../dist/conformance/index.js';

/** From create to completion under `fast`: 1 s pending, 2 s running. The longest chain: a clip, its extension, an extension of all. */
const CHAIN_SECONDS = 3 * 3;
const RUNS = [
  { latency: 'instant', thorough: false, limit: { seconds: 3, creates: 12 } },
  { latency: 'instant', thorough: true, limit: { seconds: 6, creates: 45 } },
  { latency: 'fast', thorough: false, limit: { seconds: CHAIN_SECONDS + 5, creates: 12 } },
];

/** The first run of each kind warms the renderer's cache of scenes, as a second run of the same CI job would find it. */
for (const { latency, thorough, limit } of RUNS) {
  const emulator = createEmulator({ latency });
  const { url } = await emulator.listen({ port: 0 });
  for (const round of ['cold', 'warm']) {
    const { baseUrl: _, ...profile } = await loadProfile('standin', {}, { gates: ['document', 'http'], thorough });
    const { seconds, summary, spend, observations, exchanges, exitCode } = await run(url, profile);
    const watched = Object.keys(observations).length;
    console.log(
      `${latency}${thorough ? ' thorough' : ''} ${round}: ${seconds.toFixed(2)} s (limit ${limit.seconds} s), ${spend.creates - (spend.refunded ?? 0)} paid creates (limit ${limit.creates}), ${exchanges.length} requests, ${summary.checks - watched} checks, ${watched} observations, exit ${exitCode}`,
    );
  }
  await emulator.close();
}
