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

This page is for people who want to know how fast Standin is beside other mock servers. \`npm run bench:peers\` installs the servers
into a temporary folder, runs all of them on the same work and writes this page. \`-- --quick\` only prints, in a minute or two.

${table}

A cell is the median of ${fewest === most ? most : `${fewest} to ${most}`} rounds. Below it is the ratio to bare \`node:http\` in the same round: the median, and the lowest to the highest value. For cold start and memory less is better.

How many times better Standin is than each server, in the same rounds. Below 1.0, Standin is behind:

${leads}

CPU time of the server for one answer, with the ratio to bare \`node:http\`. Less is better. It does not include the client and other work on the
machine, so it is also valid on a busy machine. The system counts it in steps of 10 ms.

${processor}

## Method

- All servers run side by side and take turns, ${seconds} s each, so that other work on the machine affects all of them. A first round warms up.
- Polls, creates and refused creates: autocannon with 32 open connections and bodies of 600 bytes. Refused creates have an empty prompt.
- Downloads and ranges: 4 connections, and a clip of ${megabytes.toFixed(1)} MB that Standin made. The client runs on the same machine.
- The benchmark checks the status of each response and the length of each download. After a wrong response, the cell has no figure.
- Cold start: the time from spawn to the first response, with a new process each time.
- Memory: the resident set of the process, at the first response and at the end. Servers that answered more creates keep more generations at the end.
- Logs are off everywhere, and so is the request journal of WireMock.
- Mockoon and WireMock validate with the JSON Schema of a create, and Prism with our OpenAPI document. Bare \`node:http\`, Express and MSW check three fields and keep generations in a Map.
- For each request, Standin does more than the others: ledger, idempotency, rate limits, fault rules, and the rules of all workflows.
- No server in one Node process is faster than bare \`node:http\`. So none can be four times faster than a server that reaches more than a quarter of its rate.
- aimock answers at its OpenRouter paths (\`/api/v1/videos\`), because only these have a download.
- All servers in Node run on the same version. Prism's package requires 24.18 or newer, but also runs on older versions.

## Versions

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
      ? ' Other work ran on the machine, so rates and their ratios vary. CPU times vary less.'
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
