/** The conditions that fail the proof and need a whole run of the kit. */

import { expect, test } from 'vitest';
import { CHECKS, type Check } from '../../conformance/index.ts';
import type { Mutant } from '../../conformance/prove/mutant.ts';
import { MUTANTS } from '../../conformance/prove/mutants/mutants.ts';
import { LEGAL_VARIANTS } from '../../conformance/prove/legal-variants/legal-variants.ts';
import { complaints } from '../../conformance/prove/run/kill-matrix.ts';
import { prove, summaryOf } from '../../conformance/prove/run/prove.ts';

const MEANT = 'create.duration-seconds.range.above';
const only = (id: string): Check[] => CHECKS.filter((check) => check.id === id);

test('counts no kill when the tampering never changed anything', async () => {
  const idle: Mutant = { id: 'idle', killedBy: MEANT, does: 'nothing', tamper: () => (call, engine) => engine(call) };
  const proof = await prove({ mutants: [idle], legalVariants: [], checks: only(MEANT) });
  expect(proof.mutants[0]?.end).toBe('never reached');
});

test('tells a legal server whose observation is not as it should be', async () => {
  const other = LEGAL_VARIANTS.find(({ id }) => id === 'other-prices');
  if (other === undefined) throw new Error('The legal variant does not exist.');
  const proof = await prove({
    mutants: [],
    legalVariants: [{ ...other, observed: { 'price.480p': '7' } }],
    checks: [],
  });
  expect(proof.legalVariants[0]?.problems).toEqual(['price.480p is "0.05", not "7"']);
});

test('a pair of mutants of which the second hides the first makes the proof fail', async () => {
  const [first, second] = ['create.duration-seconds.range.above', 'create.duration-seconds.range.below'].map((id) =>
    MUTANTS.find(({ killedBy }) => killedBy === id),
  );
  if (first === undefined || second === undefined) throw new Error('The mutants do not exist.');
  const checks = CHECKS.filter(({ id }) => id === first.killedBy || id === second.killedBy);
  // It undoes the change of the mutant before it, and breaks nothing itself.
  const healer: Mutant = { ...second, tamper: () => (call, engine) => engine({ ...call, body: undone(call.body) }) };
  const undone = (body: string | undefined): string | undefined => body?.replace('A lighthouse in the rain.', '');
  const proof = await prove({ mutants: [], pairs: [{ first, second: healer }], legalVariants: [], checks });
  expect(complaints(proof)).toContain(`pair ${first.id} + ${second.id}: ${MEANT}: pass`);
  expect(summaryOf(proof).holds).toBe(false);
});
