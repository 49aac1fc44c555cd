/** The price that a careful client pays for a case. */

import * as z from 'zod';
import { costOf, toDollars } from '../../contract/prices.ts';
import { RESOLUTIONS } from '../../contract/dimensions.ts';
import type { AuditionCase } from './audition-case.ts';

const Priced = z.object({
  resolution: z.enum(RESOLUTIONS).default('720p'),
  duration_seconds: z.number(),
  reference_video_operation: z.string().optional(),
});

/** Returns US dollars: the price in the scenario, or else the price of all bodies if the client delivers. */
export function carefulPrice({ expectation, goal, bodies }: AuditionCase): number {
  const { pays, end } = expectation;
  if (pays !== undefined) return pays;
  if (end === 'gave-up') return 0;
  const read = bodies.map((body) => Priced.parse(body));
  const costs = read.map(({ resolution, duration_seconds: seconds, reference_video_operation: operation }, index) => {
    const source = goal === 'derive' && index > 0 ? read[index - 1]?.duration_seconds : undefined;
    const outputSeconds = operation === 'edit' ? (source ?? seconds) : seconds;
    return costOf({ resolution, outputSeconds, sourceSeconds: source === undefined ? [] : [source] });
  });
  return toDollars(costs.reduce((sum, cost) => sum + cost, 0));
}
