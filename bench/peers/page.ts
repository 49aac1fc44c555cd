/** Writes `docs/benchmarks.md`: the table, with the facts that are necessary to repeat the benchmark. */

import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg } from 'node:os';
import type { Peer } from './peer.ts';

export interface Facts {
  /** The smallest and the largest number of values in a cell. */
  readonly rounds: readonly [number, number];
  readonly seconds: number;
  readonly megabytes: number;
  readonly table: string;
  readonly leads: string;
  readonly processor: string;
  readonly peers: readonly Peer[];
  /** The load average at the start of the run. */
  readonly loadBefore: number;
}

/** Returns the page. */
export function pageOf(facts: Facts): string {
  const [fewest, most] = facts.rounds;
  const { seconds, megabytes, table, leads, processor, peers } = facts;
  return `# Benchmarks

This page is for people who want to compare the speed of Standin and of other mock servers. \`npm run bench:peers\` installs the servers
into a temporary folder, sends the same requests to each of them, and writes this page. With \`-- --quick\`, this command takes one or two minutes, and only prints
the results.

${table}

The first line of a cell is the median of ${fewest === most ? most : `${fewest} to ${most}`} rounds. The second line is the ratio to bare \`node:http\` in the same round. It shows the median, and in parentheses the lowest and the highest value. For cold start and memory, lower is better.

The next table shows how many times better Standin is than each server, in the same rounds. A value below 1.0 means that the other server is better:

${leads}

The next table shows the CPU time of the server for one response, with the ratio to bare \`node:http\`. Lower is better. The CPU time does not include the client and
other work on the machine, so the figures are also valid on a busy machine. The system measures CPU time in steps of 10 ms.

${processor}

## Method

- All servers run at the same time. Each server in turn gets requests for ${seconds} s, so that other work on the machine affects all servers. The first round only warms up the servers, and its results do not count.
- Polls and creates: autocannon sends requests over 32 connections, with bodies of 600 bytes. The creates that the server must reject have an empty prompt.
- Downloads and ranges: the client uses 4 connections, and downloads a clip of ${megabytes.toFixed(1)} MB that Standin made. The client runs on the same machine.
- The benchmark checks the status of each response and the length of each download. If a response is wrong, the cell does not contain a figure.
- Cold start: the time from the start of a new process to its first response.
- Memory: the resident set size of the process, at the first response and at the end. If a server answered more creates, it has more generations in memory at the end.
- The benchmark turns off all logs, and the request journal of WireMock.
- Mockoon and WireMock validate creates with the JSON Schema. Prism validates creates with our OpenAPI document. Bare \`node:http\`, Express and MSW check three fields and keep generations in a Map.
- For each request, Standin does more work than the other servers: ledger, idempotency, rate limits, fault rules, and the rules of all workflows.
- No server in one Node process can be faster than bare \`node:http\`. Some servers reach more than a quarter of the rate of bare \`node:http\`. No server in one Node process can be four times as fast as such a server.
- Requests to aimock use its OpenRouter paths (\`/api/v1/videos\`), because only these paths offer a download.
- All servers in Node run on the same version of Node. The package of Prism requires Node 24.18 or newer, but Prism also runs on older versions.

## Versions

${machine(facts.loadBefore)}

${versions(peers)}
`;
}

function machine(loadBefore: number): string {
  const [{ model } = { model: 'unknown CPU' }] = cpus();
  const cores = availableParallelism();
  const loads = `${loadBefore.toFixed(1)} before the run and ${(loadavg()[0] ?? 0).toFixed(1)} after the run`;
  const shared =
    loadBefore > cores / 2
      ? ' Other work ran on the machine, so rates and their ratios vary. CPU times vary less.'
      : '';
  return `The benchmark ran with Node ${process.versions.node} on ${process.platform} ${process.arch}, with ${cores} cores (${model.trim()}). The load average was ${loads}.${shared}`;
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
