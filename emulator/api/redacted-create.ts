/** A create without keys of this service: what it says is kept, shown in snapshots, and its URLs go to other hosts. */

import type { FullCreateRequest, SubjectMap } from '../../contract/request.ts';
import type { PricedCreate, SubjectMaps } from '../domain/new-generation.ts';
import type { Call } from './call.ts';
import type { ApiContext } from './context.ts';
import { sentKey } from './sent-key.ts';
import type { ValidCreate } from './valid-create.ts';

/** Prompt, handles and URLs as they are kept; the request keeps its own prompt, which fault rules look at. */
export type RedactedCreate = Pick<PricedCreate, 'request' | 'prompt' | 'subjects'>;

/** Takes keys out of all that is kept of a create. */
export function redactCreate({ redactors }: ApiContext, call: Call, { request }: ValidCreate): RedactedCreate {
  const redactor = redactors.redactorFor([sentKey(call.request)]);
  return {
    request: withoutKeysInUrls(request, redactor),
    prompt: redactor.redact(request.prompt),
    subjects: subjectsOf(request, redactor.redact),
  };
}

/** A URL without keys is one still: brackets may not stand in the name of a host. */
export function redactedUrl(url: string, redact: (text: string) => string): string {
  return redact(url).replaceAll('[redacted]', 'redacted');
}

/** A file is looked for without the keys. */
function withoutKeysInUrls(request: FullCreateRequest, { suspects, redact }: Redactor): FullCreateRequest {
  const { image_urls: images, audio_urls: audios } = request;
  if (!images.some(suspects) && !audios.some(suspects)) return request;
  const redactSuspect = (url: string): string => (suspects(url) ? redactedUrl(url, redact) : url);
  return { ...request, image_urls: images.map(redactSuspect), audio_urls: audios.map(redactSuspect) };
}

type Redactor = ReturnType<ApiContext['redactors']['redactorFor']>;

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
