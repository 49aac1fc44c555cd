/** The records of a run, and their file: a line of JSON for the run, for each client and for each case. */

import * as z from 'zod';
import { EDITIONS } from '../../conformance/engine/edition.ts';
import { groupBy } from '../../lib/group-by.ts';
import { ScenarioFile, type CaseScenario } from '../cases/case-scenario.ts';
import { CaseRecord } from '../evidence/case-record.ts';

const Finding = z.object({
  /** The case of the report that shows the mistake. */
  scenario: z.string(),
  /** The id of the check that the client missed, or `crashed`. */
  check: z.string(),
  /** The first round with this mistake, and the number of its rules. */
  round: z.number(),
  rules: z.number(),
  /** The number of failed runs of the scenario. */
  failed: z.number(),
  runs: z.number(),
  /** Whether no rule and no hit can be left out. False if the run ended first. */
  isShrunk: z.boolean(),
});
export type Finding = z.output<typeof Finding>;

export const Explored = z.object({
  seed: z.number(),
  /** The number of requested rounds, and the number of played rounds. */
  rounds: z.number(),
  played: z.number(),
  /** The number of rounds in which no fault reached the client. */
  unreached: z.number(),
  /** The rounds with a mistake that no second run showed again. */
  unconfirmed: z.array(z.number()),
  findings: z.array(Finding),
});
export type Explored = z.output<typeof Explored>;

const Client = z.object({
  name: z.string(),
  /** The arguments of the audition that start the client, and the file of its driver. */
  command: z.string().optional(),
  file: z.string().optional(),
  /** The reason why the client cannot be judged: its driver does not work. */
  untestable: z.string().optional(),
  /** The rounds of an exploration. */
  explored: Explored.optional(),
});

/** The records of one client. */
export interface ClientRecords extends z.output<typeof Client> {
  readonly records: readonly CaseRecord[];
}

/** The facts of a run that do not belong to one case. */
const RunFacts = z.object({
  version: z.string(),
  startedAt: z.string(),
  seconds: z.number(),
  pace: z.enum(['quick', 'real']),
  /** The edition of the run, which `judge` uses again. */
  edition: z.enum(EDITIONS).optional(),
  /** The scenarios that no client can reach, each with the reason. */
  leftOut: z.array(z.object({ scenario: z.string(), why: z.string() })).readonly(),
  isCutShort: z.boolean(),
});
export type RunFacts = z.output<typeof RunFacts>;

export interface SavedRun {
  readonly facts: RunFacts;
  readonly clients: readonly ClientRecords[];
  /** The scenarios of the run that the package does not contain. */
  readonly scenarios?: readonly CaseScenario[];
}

const Line = z
  .strictObject({
    audition: RunFacts,
    client: Client,
    case: CaseRecord,
    scenario: ScenarioFile.extend({ path: z.string().optional() }),
  })
  .partial();

/** The error for a file that is not a saved run. The message names the line. */
export class SavedRunError extends Error {
  override readonly name = 'SavedRunError';
}

/** Serializes the run as lines. */
export function saveRun({ facts, clients, scenarios = [] }: SavedRun): string {
  const lines = [
    { audition: facts },
    ...scenarios.map((scenario) => ({ scenario })),
    ...clients.flatMap(({ records, ...client }) => [{ client }, ...records.map((record) => ({ case: record }))]),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Parses a saved run. */
export function readRun(text: string): SavedRun {
  const lines = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [readLine(line, index + 1)]));
  const facts = lines.find(({ audition }) => audition)?.audition;
  if (facts === undefined)
    throw new SavedRunError('its first line is not the first line of a saved run of standin audition');
  const records = groupBy(
    lines.flatMap((line) => line.case ?? []),
    ({ client }) => client,
  );
  const clients = lines.flatMap(({ client }) =>
    client ? [{ ...client, records: records.get(client.name) ?? [] }] : [],
  );
  return { facts, clients, scenarios: lines.flatMap(({ scenario }) => scenario ?? []) };
}

function readLine(line: string, number: number): z.output<typeof Line> {
  try {
    return Line.parse(JSON.parse(line));
  } catch (cause) {
    const why = cause instanceof SyntaxError ? 'is not JSON' : 'is not a line of a saved run';
    throw new SavedRunError(`line ${number} ${why}`, { cause });
  }
}
