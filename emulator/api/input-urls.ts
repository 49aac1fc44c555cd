/** The URLs of input files without keys: they are kept, shown in snapshots, and asked for at other hosts. */

import { sentKey } from './sent-key.ts';
import type { Call } from './call.ts';
import type { ApiContext } from './context.ts';
import type { ValidCreate } from './valid-create.ts';

/** The request with the keys of this service taken out of its URLs; a file is then looked for without. */
export function withoutKeysInUrls(
  { redactors }: ApiContext,
  call: Call,
  request: ValidCreate['request'],
): ValidCreate['request'] {
  const { image_urls: images, audio_urls: audios } = request;
  if (images.length + audios.length === 0) return request;
  const { suspects, redact } = redactors.redactorFor([sentKey(call.request)]);
  if (!images.some(suspects) && !audios.some(suspects)) return request;
  const redactUrl = (url: string): string => (suspects(url) ? redactedUrl(url, redact) : url);
  return { ...request, image_urls: images.map(redactUrl), audio_urls: audios.map(redactUrl) };
}

/** A URL without keys is one still: brackets may not stand in the name of a host. */
export function redactedUrl(url: string, redact: (text: string) => string): string {
  return redact(url).replaceAll('[redacted]', 'redacted');
}
