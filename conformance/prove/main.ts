/** `npm run prove`: runs the proof, writes or compares the kill matrix, and exits 0 only if the whole proof holds. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { toGlob } from '../text/glob.ts';
import { MUTANTS } from './mutants/mutants.ts';
import { drawPairs } from './pairs.ts';
import { LEGAL_VARIANTS } from './legal-variants/legal-variants.ts';
import { complaints, killMatrix, proofSummary } from './run/kill-matrix.ts';
import { causesOf, prove, summaryOf } from './run/prove.ts';
import { drawMutants, proveExploration } from './run/prove-explore.ts';
import { judging } from './run/worker.ts';
import { openWorkerProcesses } from './run/worker-processes.ts';

const PAGE = resolve('docs/conformance/proof.md');
const USAGE =
  'Usage: npm run prove [-- --write] [--matrix <file>] [--verbose] [--explore] [--second-try] [--pairs N] [--sample N] [--part K/N] [--only <glob>].';
/** The number of mutants that the exploration tries, drawn by a seed. */
const EXPLORED_MUTANTS = 200;
const EXPLORED_SEED = 48;
/** The size of a sample. CI runs more pairs. */
const PAIRS = 40;
const MOST_STALE_SHOWN = 40;

const flags = readFlags();
const started = Date.now();
/** Returns one of several parts: every n-th mutant, legal server or pair. */
const ofPart = <Item>(items: readonly Item[]): Item[] =>
  items.filter((_, at) => at % flags.parts === flags.part % flags.parts);
const chosen = toGlob(flags.only ?? '*');
const mutants = ofPart(MUTANTS).filter(({ id, killedBy }) => chosen(id) || chosen(killedBy));
const legalVariants = ofPart(LEGAL_VARIANTS).filter(({ id }) => chosen(id));
if (mutants.length + legalVariants.length === 0) {
  process.stderr.write('--only matches no mutant, no check and no legal server.\n');
  process.exit(2);
}
const workers = openWorkerProcesses(join(import.meta.dirname, 'run', 'worker-process.js'));
const onDone = (text: string): void => {
  if (flags.verbose) process.stdout.write(`${text}\n`);
};
if (flags.explore) await exploreOnly();
const pairs = ofPart(drawPairs(MUTANTS, flags.pairs)).filter(({ first }) => chosen(first.id));
const meant = new Set(mutants.map(({ killedBy }) => killedBy));
const isWhole = flags.only === undefined && flags.parts === 1;
const proof = await prove({
  mutants,
  legalVariants,
  pairs,
  sample: flags.sample,
  triesTwice: flags['second-try'],
  ...(flags.parts === 1 ? {} : { checks: judging().filter(({ id }) => meant.has(id)) }),
  workers,
  onDone,
});
const { line, holds } = summaryOf(proof);
for (const first of proof.secondTries) process.stderr.write(`held at the second try: ${first}\n`);
const all = complaints(proof);
for (const complaint of isWhole ? all : all.filter((text) => !text.startsWith('check ')))
  process.stderr.write(`${complaint}\n`);
if (flags.matrix !== undefined) writeFileSync(flags.matrix, killMatrix(proof));
const stale = isWhole ? staleLines() : [];
if (stale.length > 0) {
  process.stderr.write('docs/conformance/proof.md is stale: run `npm run prove -- --write` and commit it.\n');
  process.stderr.write(`${stale.slice(0, MOST_STALE_SHOWN).join('\n')}\n`);
}
const hidden = proof.pairs.filter((row) => row.hidden !== undefined).length;
process.stdout.write(`${line}\npairs ${pairs.length}, hidden ${hidden}\n`);
const causes = causesOf(proof);
const unnamed = causes.unnamed.map(({ mutant, namedFirst }) => `${mutant.id} (named: ${namedFirst ?? 'nothing'})`);
const others = unnamed.length === 0 ? '' : `; not: ${unnamed.join(', ')}`;
if (causes.all > 0) process.stdout.write(`causes ${causes.all}, named first ${causes.all - unnamed.length}${others}\n`);
if (flags.verbose) process.stdout.write(`${((Date.now() - started) / 1000).toFixed(1)} s\n`);
process.exitCode = holds && stale.length === 0 ? 0 : 1;

/** Proves the exploration in place of the checks, and ends the process. */
async function exploreOnly(): Promise<never> {
  const drawn = drawMutants(
    MUTANTS.filter(({ id }) => chosen(id)),
    EXPLORED_MUTANTS,
    EXPLORED_SEED,
  );
  const { line, holds } = await proveExploration({ mutants: ofPart(drawn), legalVariants, workers, onDone });
  process.stdout.write(`${line}\n`);
  process.exit(holds ? 0 : 1);
}

interface Flags {
  /** Explores mutants and legal servers instead of running checks. */
  readonly explore: boolean;
  readonly write: boolean;
  /** The file for the kill matrix. */
  readonly matrix?: string | undefined;
  readonly verbose: boolean;
  /** Tries the servers that do not hold a second time. */
  readonly 'second-try': boolean;
  readonly pairs: number;
  /** One mutant in this many meets the whole suite. The others meet only the checks that are meant for them. */
  readonly sample: number;
  /** The number of this part and the number of all parts. */
  readonly part: number;
  readonly parts: number;
  readonly only?: string | undefined;
}

/** Reads the flags, or prints the usage and exits with 2. */
function readFlags(): Flags {
  try {
    const { values } = parseArgs({
      options: {
        write: { type: 'boolean', default: false },
        matrix: { type: 'string' },
        verbose: { type: 'boolean', default: false },
        'second-try': { type: 'boolean', default: false },
        pairs: { type: 'string', default: String(PAIRS) },
        explore: { type: 'boolean', default: false },
        sample: { type: 'string', default: '1' },
        part: { type: 'string', default: '1/1' },
        only: { type: 'string' },
      },
    });
    const [pairs, sample] = [Number(values.pairs), Number(values.sample)];
    if (!Number.isInteger(pairs) || pairs < 0) throw new Error('--pairs must be a whole number.');
    if (!Number.isInteger(sample) || sample < 1) throw new Error('--sample must be a whole number from 1.');
    const [part, parts] = values.part.split('/').map(Number);
    if (!isCount(part) || !isCount(parts) || part > parts) throw new Error('--part must be two numbers, as in 2/4.');
    if ((sample > 1 || parts > 1) && values.write)
      throw new Error('--write needs the whole proof, without --sample or --part.');
    return { ...values, pairs, sample, part, parts };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)} ${USAGE}\n`);
    process.exit(2);
  }
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isInteger(value) && value >= 1;
}

/** Reports how the committed summary differs from this proof. With `--write`, the summary is written first. */
function staleLines(): string[] {
  const page = proofSummary(proof);
  if (flags.write) writeFileSync(PAGE, page);
  const committed = existsSync(PAGE) ? readFileSync(PAGE, 'utf8').split('\n') : [];
  const found = page.split('\n');
  return [
    ...linesOnlyIn(found, committed).map((line) => `+ ${line}`),
    ...linesOnlyIn(committed, found).map((line) => `- ${line}`),
  ];
}

function linesOnlyIn(lines: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line));
}
