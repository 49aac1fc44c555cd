import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MUTANTS } from '../mutants/mutants.ts';
import { LEGAL_VARIANTS } from '../legal-variants/legal-variants.ts';
import { killMatrix, proofSummary } from './kill-matrix.ts';
import type { Proof } from './prove.ts';
import { judging } from './worker.ts';

/** A proof in which each server behaves as expected. */
const meant: Proof = {
  mutants: MUTANTS.map((mutant) => ({ mutant, met: 'own check', end: 'killed', killers: [mutant.killedBy] })),
  pairs: [],
  checks: judging(),
  legalVariants: LEGAL_VARIANTS.map((variant) => ({ variant, problems: [] })),
  secondTries: [],
};

test('docs/conformance/proof.md is the summary of a proof that holds for the mutants and legal servers of today', () => {
  expect(readFileSync('docs/conformance/proof.md', 'utf8')).toBe(proofSummary(meant));
});

test('a mutant that survives shows in both pages', () => {
  const [first, ...others] = meant.mutants;
  if (first === undefined) throw new Error('There are mutants.');
  const survived: Proof = { ...meant, mutants: [{ ...first, end: 'survived', killers: [] }, ...others] };
  expect(killMatrix(survived)).toContain(`| It ${first.mutant.does}. | \`${first.mutant.killedBy}\`: **survived** |`);
  expect(proofSummary(survived)).not.toBe(proofSummary(meant));
});
