import { expect, test } from 'vitest';

import { ASPECT_RATIOS, RESOLUTIONS } from '../../../contract/dimensions.ts';
import { SPREAD, type PaidCreate } from './clip-creates.ts';

const ROWS: readonly PaidCreate[] = Object.values(SPREAD);
const LENGTHS = ['shortest', 'short', 'long', 'longest'] as const;
const WORKFLOWS = ['text', 'image', 'frames', 'reference', 'edit', 'extend'] as const;

function lengthOf({ seconds }: PaidCreate): (typeof LENGTHS)[number] {
  if (seconds === 4) return 'shortest';
  if (seconds === 30) return 'longest';
  // Longer than what many models make at once.
  return seconds > 8 ? 'long' : 'short';
}

const FACTORS = {
  workflow: [WORKFLOWS, ({ workflow }: PaidCreate) => workflow],
  tier: [RESOLUTIONS, ({ resolution }: PaidCreate) => resolution],
  ratio: [ASPECT_RATIOS, ({ ratio }: PaidCreate) => ratio],
  length: [LENGTHS, lengthOf],
  sound: [['on', 'off'], ({ audio }: PaidCreate) => (audio ? 'on' : 'off')],
} as const satisfies Readonly<Record<string, readonly [readonly string[], (row: PaidCreate) => string]>>;

type Factor = keyof typeof FACTORS;
const NAMES = Object.keys(FACTORS) as Factor[];
const PAIRS = NAMES.flatMap((one, at) => NAMES.slice(at + 1).map((other) => [one, other] as const));

function valueIn(row: PaidCreate, factor: Factor): string {
  return FACTORS[factor][1](row);
}

/** Returns whether a pair can occur. Text has no `adaptive`. Images, edits and extensions have only `adaptive`. */
function isPossible(pair: readonly [string, string]): boolean {
  const [workflow, ratio] = pair;
  if (workflow === 'text') return ratio !== 'adaptive';
  const isAdaptive = ['image', 'frames', 'edit', 'extend'].includes(workflow);
  return !isAdaptive || !ASPECT_RATIOS.some((known) => known === ratio && known !== 'adaptive');
}

test('each value of each kind occurs', () => {
  for (const name of NAMES)
    expect(new Set(ROWS.map((row) => valueIn(row, name))), name).toEqual(new Set(FACTORS[name][0]));
});

test('this many of the possible pairs of values occur in a create', () => {
  const covered = PAIRS.map(([one, other]) => {
    const all = FACTORS[one][0].flatMap((value) => FACTORS[other][0].map((next) => [value, next] as const));
    const possible = all.filter(isPossible);
    const held = possible.filter(([value, next]) =>
      ROWS.some((row) => valueIn(row, one) === value && valueIn(row, other) === next),
    );
    return `${one} and ${other}: ${held.length} of ${possible.length}`;
  });
  expect(covered).toMatchInlineSnapshot(`
    [
      "workflow and tier: 8 of 18",
      "workflow and ratio: 11 of 17",
      "workflow and length: 9 of 24",
      "workflow and sound: 9 of 12",
      "tier and ratio: 8 of 21",
      "tier and length: 6 of 12",
      "tier and sound: 4 of 6",
      "ratio and length: 10 of 28",
      "ratio and sound: 9 of 14",
      "length and sound: 6 of 8",
    ]
  `);
});

test('the sources of the longest extension have the maximum total length', () => {
  const { edit, image, base, reference, extend } = SPREAD;
  expect([edit, image, base, reference, extend].reduce((sum, { seconds }) => sum + seconds, 0)).toBe(30);
});
