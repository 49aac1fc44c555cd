/** The stand-in for the real generator. */

import { sizeOf } from '../../contract/dimensions.ts';
import { planTiming } from '../domain/latency.ts';
import type { Provider } from '../domain/provider.ts';

/** Decides sizes and timing; everything else that a real generator would do is a rule of the domain. */
export function createProvider(): Provider {
  return {
    inspect: async ({ request }) => {
      const ratio = request.aspect_ratio === 'adaptive' ? '16:9' : request.aspect_ratio;
      return { size: sizeOf(request.resolution, ratio), problems: [] };
    },
    plan: (latency, work, failure) => ({ ...planTiming(latency, work), ...(failure !== undefined && { failure }) }),
  };
}
