/**
 * `npm run bench:peers`: compares the emulator with similar servers on the same work, and writes `docs/benchmarks.md`.
 * With `--quick`, it runs few short rounds, and only prints the results.
 */

import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { BARE, EMULATOR, PEERS } from './peers/catalog.ts';
import { makeClip } from './peers/clip.ts';
import { install } from './peers/install.ts';
import { pageOf } from './peers/page.ts';
import type { Peer } from './peers/peer.ts';
import { compare, type Entrant } from './peers/rounds.ts';
import { leadsOf, processorTable, roundsIn, tableOf } from './peers/table.ts';

const isQuick = process.argv.includes('--quick');
const rounds = isQuick ? 2 : 5;
const seconds = isQuick ? 0.5 : 1;
/** The time limit is five minutes, so that a whole run on a busy machine takes at most six. */
const until = 300_000;
const [loadBefore = 0] = loadavg();

say('installing');
const entrants = await Promise.all(PEERS.map(enter));
say('clip');
const { clip, bytes } = await makeClip(await install(EMULATOR));
const rows = await compare(entrants, { rounds, until, clip, seconds, bytes, say });
const megabytes = bytes.length / 1e6;
const table = tableOf(rows, BARE, megabytes);
const leads = leadsOf(rows, EMULATOR);
const processor = processorTable(rows, BARE);
say('done');
console.log(`${table}\n\n${leads}\n\n${processor}`);
if (!isQuick) {
  const page = pageOf({
    rounds: roundsIn(rows),
    seconds,
    megabytes,
    table,
    leads,
    processor,
    peers: PEERS,
    loadBefore,
  });
  await writeFile(new URL('../docs/benchmarks.md', import.meta.url), page);
}

/** Installs a peer. If this fails, the table shows the reason. */
async function enter(peer: Peer): Promise<Entrant> {
  try {
    return { peer, folder: await install(peer) };
  } catch (cause) {
    return { peer, folder: '', problem: cause instanceof Error ? cause.message : String(cause) };
  }
}

function say(line: string): void {
  console.error(`${Math.round(performance.now() / 1000)} s: ${line}`);
}
