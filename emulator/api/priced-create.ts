/** From a valid create to its cost: the length of the clip and the price of it. */

import { costOf } from '../../contract/prices.ts';
import { outputSeconds } from '../../contract/source-videos.ts';
import { workflowOf } from '../../contract/workflow.ts';
import type { FullCreateRequest, SubjectMap } from '../../contract/request.ts';
import type { PricedCreate, SubjectMaps } from '../domain/new-generation.ts';
import type { Call } from './call.ts';
import type { ApiContext } from './context.ts';
import { requestedScenarios } from './faults/requested.ts';
import { refuseProblems, type Refusal } from './refusal.ts';
import { sentKey } from './sent-key.ts';
import type { ValidCreate } from './valid-create.ts';

/** Prices a create, unless the settings refuse its input files. */
export function toPricedCreate(
  { settings, redactors }: ApiContext,
  call: Call,
  { valid, sources, inspected }: { readonly valid: ValidCreate } & Pick<PricedCreate, 'sources' | 'inspected'>,
): PricedCreate | Refusal {
  const { request, marked } = valid;
  const refusal = 'arrival' in inspected ? undefined : refuseProblems(inspected.problems);
  if (refusal !== undefined) return refusal;
  const sourceSeconds = sources.map(({ assignment }) => assignment.seconds);
  const seconds = outputSeconds(request, sourceSeconds);
  const { redact } = redactors.redactorFor([sentKey(call.request)]);
  return {
    request,
    // Prompt and handles are stored, shown and put into snapshots; a key that was pasted into them must not be.
    prompt: redact(request.prompt),
    subjects: subjectsOf(request, redact),
    workflow: workflowOf(request),
    sources,
    inspected,
    seconds,
    cost: costOf({ resolution: request.resolution, outputSeconds: seconds, sourceSeconds }, settings.prices),
    scenarios: requestedScenarios(call, marked),
  };
}

function subjectsOf(request: FullCreateRequest, redact: (text: string) => string): SubjectMaps {
  return {
    images: redactedMap(request.subject_to_image_ids, redact),
    audios: redactedMap(request.subject_to_audio_ids, redact),
    sources: redactedMap(request.subject_to_video_ids, redact),
  };
}

/** Two handles that come to the same one share their indexes. A handle may be called as what every object has. */
function redactedMap(map: SubjectMap | undefined, redact: (text: string) => string): SubjectMap | undefined {
  if (map === undefined) return undefined;
  const redacted = new Map<string, number[]>();
  for (const [handle, indexes] of Object.entries(map)) {
    const shown = redact(handle);
    redacted.set(shown, [...(redacted.get(shown) ?? []), ...indexes]);
  }
  return Object.fromEntries(redacted);
}

/** The same at the price of a fault rule. */
export function atFaultyPrice(create: PricedCreate, factor: number | undefined): PricedCreate {
  return factor === undefined ? create : { ...create, cost: Math.round(create.cost * factor) };
}
