/** `docs/benchmarks.md`: the table with all that is needed to believe it or to repeat it. */

import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg } from 'node:os';
import type { Peer } from './peer.ts';

export interface Facts {
  /** Fewest and most values that a cell has. */
  readonly rounds: readonly [number, number];
  readonly seconds: number;
  readonly megabytes: number;
  readonly table: string;
  readonly leads: string;
  readonly processor: string;
  readonly peers: readonly Peer[];
  /** Load average when the run began. */
  readonly loadBefore: number;
}

/** The page. */
export function pageOf(facts: Facts): string {
  const [fewest, most] = facts.rounds;
  const { seconds, megabytes, table, leads, processor, peers } = facts;
  return `# Benchmarks

Standin beside what people use today to stand in for such a service. Written by \`npm run bench:peers\`, which installs the peers
into a temporary folder, runs all of them on the same work and overwrites this page (\`-- --quick\` only prints, in a minute or two).

${table}

A cell is the median of ${fewest === most ? most : `${fewest} to ${most}`} rounds; under it is the ratio to bare \`node:http\` in the same round: median, and lowest to highest of the
rounds. For cold start and memory less is better.

How many times better Standin is than each, in the same rounds (below 1.0 it is behind):

${leads}

CPU time of the server for one answer, with the ratio to bare \`node:http\`. Less is better; neither the client nor other work on the
machine counts, so this holds on a busy machine too. It is counted in steps of 10 ms.

${processor}

## What was done

- All servers run side by side and take turns, ${seconds} s each, so that whatever else the machine does meets all of them. A first round warms up.
- Polls, creates and refused creates: autocannon, 32 connections that stay open; bodies of 600 bytes, the refused ones with an empty prompt.
  Downloads and ranges: 4 connections, a clip of ${megabytes.toFixed(1)} MB that Standin made, served by all. The client runs on the same machine and takes its share.
- The status of every answer is checked, and the length of every body of a download; a wrong one leaves no figure.
- Cold start: from spawn to the first answer of any kind, a process each time. Memory: resident set of the process, at that first answer and when all work is done.
  By then, servers that answered more creates keep more generations.
- Logs are off everywhere, and WireMock's request journal too. Mockoon and WireMock validate with the JSON Schema of a create, Prism with our OpenAPI document;
  bare \`node:http\`, Express and MSW check three fields by hand and keep generations in a Map.
- Standin does more for each request than any of them: a ledger with reservations and refunds, idempotency, rate limits, fault rules, the rules of all workflows.
- Bare \`node:http\` is as fast as a server in one Node process can be, so none can be four times ahead of a peer that reaches more than a quarter of it.
- aimock answers at its OpenRouter paths (\`/api/v1/videos\`), the only ones of its own with a download, in that service's form.
- All run on the same Node; Prism's package asks for 24.18 or newer, and answers on older ones too.

## With what

${machine(facts.loadBefore)}

${versions(peers)}
`;
}

function machine(loadBefore: number): string {
  const [{ model } = { model: 'unknown CPU' }] = cpus();
  const cores = availableParallelism();
  const loads = `load average ${loadBefore.toFixed(1)} before the run and ${(loadavg()[0] ?? 0).toFixed(1)} after it`;
  const shared =
    loadBefore > cores / 2
      ? ' The machine was shared with other work: rates and their ratios swing, CPU times hold better.'
      : '';
  return `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cores} cores (${model.trim()}), ${loads}.${shared}`;
}

function versions(peers: readonly Peer[]): string {
  const commit = output('git', ['rev-parse', '--short', 'HEAD']) ?? 'unknown';
  const lines = peers.map(({ name, packages }) => `- ${name}: ${packages.map((spec) => `\`${spec}\``).join(', ')}`);
  return [`- Standin: commit ${commit}`, ...lines.filter((line) => line.includes('`'))].join('\n');
}

function output(command: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}
