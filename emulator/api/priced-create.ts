/** From a valid create to its cost: the length of the clip and the price of it. */

import { costOf } from '../../contract/prices.ts';
import { outputSeconds } from '../../contract/source-videos.ts';
import { workflowOf } from '../../contract/workflow.ts';
import type { PricedCreate } from '../domain/new-generation.ts';
import type { Call } from './call.ts';
import type { ApiContext } from './context.ts';
import { requestedScenarios } from './faults/requested.ts';
import type { RedactedCreate } from './redacted-create.ts';
import { refuseProblems, type Refusal } from './refusal.ts';
import type { ValidCreate } from './valid-create.ts';

/** Prices a create, unless the settings refuse its input files. */
export function toPricedCreate(
  { settings }: ApiContext,
  call: Call,
  { redacted, marked, sources, inspected }: UnpricedCreate,
): PricedCreate | Refusal {
  const { request, prompt, subjects } = redacted;
  const refusal = 'provisional' in inspected ? undefined : refuseProblems(inspected.problems);
  if (refusal !== undefined) return refusal;
  const sourceSeconds = sources.map(({ assignment }) => assignment.seconds);
  const seconds = outputSeconds(request, sourceSeconds);
  // Each by its name: an object that begins with a spread takes V8 a fifth of a create more.
  return {
    request,
    prompt,
    subjects,
    workflow: workflowOf(request),
    sources,
    inspected,
    seconds,
    cost: costOf({ resolution: request.resolution, outputSeconds: seconds, sourceSeconds }, settings.prices),
    scenarios: requestedScenarios(call, marked),
  };
}

interface UnpricedCreate extends Pick<PricedCreate, 'sources' | 'inspected'> {
  readonly redacted: RedactedCreate;
  readonly marked: ValidCreate['marked'];
}

/** The same at the price of a fault rule. */
export function atFaultyPrice(create: PricedCreate, factor: number | undefined): PricedCreate {
  return factor === undefined ? create : { ...create, cost: Math.round(create.cost * factor) };
}
