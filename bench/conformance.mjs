/** `npm run bench:conformance`: the default selection against the emulator, over HTTP, with instant and with fast generations. */

import { createEmulator } from '../dist/emulator/index.js';
import { loadProfile, run } from '../dist/conformance/index.js';

/** From create to completion under `fast`: 1 s pending, 2 s running. The longest chain: a clip, its extension, an extension of all. */
const CHAIN_SECONDS = 3 * 3;
const LIMITS = { instant: 3, fast: CHAIN_SECONDS + 5 };

/** The first run of each latency warms the renderer's cache of scenes, as a second run of the same CI job would find it. */
for (const latency of ['instant', 'fast']) {
  const emulator = createEmulator({ latency });
  const { url } = await emulator.listen({ port: 0 });
  for (const round of ['cold', 'warm']) {
    const { baseUrl: _, ...profile } = await loadProfile('standin', {}, { gates: ['document', 'http'] });
    const { seconds, summary, spend, observations, exitCode } = await run(url, profile);
    const checks = summary.checks - Object.keys(observations).length;
    console.log(
      `${latency} ${round}: ${seconds.toFixed(2)} s (limit ${LIMITS[latency]} s), ${checks} checks, ${Object.keys(observations).length} observations, ${spend.creates} creates, exit ${exitCode}`,
    );
  }
  await emulator.close();
}
