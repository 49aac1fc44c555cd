/** Servers with code of their own for each subject map, which lost a rule in one of them. */

import { accepting } from '../../tamper/create.ts';
import { mutant, type Mutant } from '../../mutant.ts';

const mapOf = (kind: string) => `subject_to_${kind}_ids`;

export const SUBJECT_MAP_MUTANTS: readonly Mutant[] = (
  [
    ['subject-map.object', 'accepts an array as a map', (map) => Array.isArray(map)],
    ['subject-map.handle', 'accepts dashes in handles', (map) => Object.keys(Object(map)).some((h) => h.includes('-'))],
    ['subject-map.index.integer', 'rounds indexes', (map) => JSON.stringify(map) === '{"take":[0.5]}'],
    ['subject-map.index.minimum', 'counts the index -1 from the end', (map) => JSON.stringify(map) === '{"take":[-1]}'],
    ['subject-map.indexes.count', 'accepts a handle without indexes', (map) => JSON.stringify(map) === '{"take":[]}'],
  ] satisfies [string, string, (map: unknown) => boolean][]
).flatMap(([rule, does, isBroken]) => {
  const check = `${rule}.other-maps`;
  const lost = (kind: string): Mutant =>
    mutant(check, `${does} in \`${mapOf(kind)}\``, {
      id: `${check}.${kind}`,
      tamper: () => accepting((body) => isBroken(body[mapOf(kind)])),
    });
  return [lost('video'), lost('audio')];
});
