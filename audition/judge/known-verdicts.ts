/** Verdicts that are expected for now, each with a reason: `--expect known.json`. */

import * as z from 'zod';
import type { CaseVerdict, ClientReport } from './audition-report.ts';
import { WORDS } from './case-verdict.ts';

const KnownVerdict = z.strictObject({
  scenario: z.string(),
  /** The client, if several clients are judged. Default: any client. */
  client: z.string().optional(),
  /** The expected word. Default: any word that fails the run. */
  word: z.enum(WORDS).optional(),
  /** The ids of the only checks that may be missed. Default: any check. */
  checks: z.array(z.string()).min(1).optional(),
  reason: z.string().min(1, 'must state why you expect this verdict'),
});

export const KnownVerdicts = z.array(KnownVerdict);
export type KnownVerdicts = z.output<typeof KnownVerdicts>;

/** Marks the expected verdicts of clients, and returns the expectations that have become wrong. */
export function withKnown(
  clients: readonly ClientReport[],
  known: KnownVerdicts,
): { readonly clients: readonly ClientReport[]; readonly stale: readonly string[] } {
  const marked = clients.map((client) => ({
    ...client,
    cases: client.cases.map((one) => ({ ...one, known: known.find((entry) => fits(entry, client, one))?.reason })),
  }));
  const stale = known.flatMap((entry) => {
    const played = clients.flatMap((client) => (isFor(entry, client) ? client.cases : []));
    const ofScenario = played.filter(({ scenario }) => scenario === entry.scenario);
    const holds = clients.some((client) => ofScenario.some((one) => fits(entry, client, one)));
    return holds || ofScenario.length === 0 ? [] : [staleText(entry, ofScenario)];
  });
  return { clients: marked, stale };
}

function isFor({ client }: z.output<typeof KnownVerdict>, { name }: ClientReport): boolean {
  return client === undefined || client === name;
}

function fits(entry: z.output<typeof KnownVerdict>, client: ClientReport, one: CaseVerdict): boolean {
  if (!isFor(entry, client) || entry.scenario !== one.scenario) return false;
  const { word, checks } = entry;
  const missed = one.results.flatMap(({ id, level, isCounted, judgement }) =>
    isCounted && level === 'must' && judgement.kind === 'missed' ? [id] : [],
  );
  const isWord = word === undefined ? ['broken', 'crashed', 'hung'].includes(one.word) : word === one.word;
  return isWord && (checks === undefined || missed.every((id) => checks.includes(id)));
}

function staleText(
  { scenario, word, checks, reason }: z.output<typeof KnownVerdict>,
  played: readonly CaseVerdict[],
): string {
  const was = [...new Set(played.map((one) => one.word))].join(', ');
  const wanted = `${word ?? 'a failure'}${checks === undefined ? '' : ` by ${checks.join(', ')} alone`}`;
  return `${scenario}: ${wanted} was expected (${reason}), and it is ${was}`;
}
