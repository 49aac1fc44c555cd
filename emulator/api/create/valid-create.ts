/** From a body to a valid create, which follows the rules of the request and stores no API key. */

import { crossFieldProblems } from '../../../contract/cross-field.ts';
import { parseRequest } from '../../../contract/parse-request.ts';
import { CreateVideoRequest, type FullCreateRequest, type SubjectMap } from '../../../contract/request.ts';
import { workflowOf } from '../../../contract/workflow.ts';
import type { PricedCreate } from '../../domain/new-generation.ts';
import type { ApiContext } from '../context.ts';
import { markedScenarios } from '../faults/requested.ts';
import { redactedUrl, sentKey } from '../keys/fingerprint.ts';
import { Refusal, refuseProblems } from '../refusal.ts';
import type { RequestContext } from '../request-context.ts';

/**
 * A create that follows every rule of the request. Its sources and files are not read yet. Its prompt, handles and URLs
 * contain no API key, because they are stored and sent to other hosts. Only `request` contains the original prompt, for
 * the fault rules.
 */
export interface ValidCreate extends Pick<PricedCreate, 'request' | 'prompt' | 'subjects'> {
  /** The failure scenarios that markers in the prompt name. */
  readonly marked: readonly string[];
}

/** Validates a body by the rules of the request. */
export function toValidCreate(context: ApiContext, call: RequestContext, body: object): ValidCreate | Refusal {
  const request = validRequest(context, body);
  if (request instanceof Refusal) return request;
  const marked = markedScenarios(context, request.prompt);
  if (marked instanceof Refusal) return marked;
  const redactor = context.redactors.redactorFor([sentKey(call.request)]);
  const { redact } = redactor;
  return {
    request: withoutKeysInUrls(request, redactor),
    prompt: redact(request.prompt),
    subjects: {
      images: redactedMap(request.subject_to_image_ids, redact),
      audios: redactedMap(request.subject_to_audio_ids, redact),
      sources: redactedMap(request.subject_to_video_ids, redact),
    },
    marked,
  };
}

function validRequest({ settings }: ApiContext, body: object): FullCreateRequest | Refusal {
  const parsed = parseRequest(settings.nullFields === 'left_out' ? withoutNulls(body) : body);
  if (!parsed.ok) return refuseProblems(parsed.problems) ?? new Refusal('invalid_json');
  const request = settings.omittedAspectRatio === 'accept' ? withImpliedRatio(parsed.request, body) : parsed.request;
  return refuseProblems(crossFieldProblems(request)) ?? request;
}

/** Removes `null` from optional fields. Other values do not change. */
function withoutNulls(body: object): object {
  const isSent = ([name, value]: [string, unknown]): boolean => value !== null || !OPTIONAL.has(name);
  return Object.fromEntries(Object.entries(body).filter(isSent));
}

const OPTIONAL = new Set(
  Object.entries(CreateVideoRequest.shape).flatMap(([name, field]) =>
    field.safeParse(undefined).success ? [name] : [],
  ),
);

/** Returns the request with `adaptive` if its workflow requires it and the body omits aspect_ratio. */
function withImpliedRatio(request: FullCreateRequest, body: object): FullCreateRequest {
  const workflow = workflowOf(request);
  const isAdaptive = workflow !== 'text' && workflow !== 'reference';
  return !Object.hasOwn(body, 'aspect_ratio') && isAdaptive ? { ...request, aspect_ratio: 'adaptive' } : request;
}

type Redactor = ReturnType<ApiContext['redactors']['redactorFor']>;

/** Returns the request without keys in its URLs. Files are fetched from these URLs. */
function withoutKeysInUrls(request: FullCreateRequest, { suspects, redact }: Redactor): FullCreateRequest {
  const { image_urls: images, audio_urls: audios } = request;
  if (!images.some(suspects) && !audios.some(suspects)) return request;
  const redactSuspect = (url: string): string => (suspects(url) ? redactedUrl(url, redact) : url);
  return { ...request, image_urls: images.map(redactSuspect), audio_urls: audios.map(redactSuspect) };
}

/** Redacts the handles of a map. Handles that become equal share their indexes. `toString` is a valid handle. */
function redactedMap(map: SubjectMap | undefined, redact: (text: string) => string): SubjectMap | undefined {
  if (map === undefined) return undefined;
  const redacted = new Map<string, number[]>();
  for (const [handle, indexes] of Object.entries(map)) {
    const shown = redact(handle);
    redacted.set(shown, [...(redacted.get(shown) ?? []), ...indexes]);
  }
  return Object.fromEntries(redacted);
}
