/** The create request: URLs that RFC 9110 calls invalid, although they begin with `https://`. */

import type { Check } from '../../engine/define.ts';
import { IMAGE_MODE, NO_REFERENCE, REFERENCE_MODE, SOME_IMAGE } from '../lib/bodies.ts';
import { eachOf, refusals } from '../lib/creates.ts';

/** The URLs without a host. Parsers that repair URLs use the next part of the path as the host. */
const NO_HOST: Readonly<Record<string, string>> = {
  'nothing after https://': 'https://',
  'a third slash': 'https:///picture.png',
  'only a query': 'https://?file=picture.png',
  'only a fragment': 'https://#picture.png',
  'only a port': 'https://:443/picture.png',
};

export const URL_FORM_CHECKS: readonly Check[] = [
  {
    ...refusals({
      id: 'create.urls.host.empty',
      requirement: 'create.image-urls.type',
      defect: 'near-miss',
      what: 'a URL without a host (RFC 9110, 4.2.2)',
      failing: 'The server checks only that a URL begins with https://. So it accepts URLs that no client can fetch.',
      bodies: {
        ...eachOf('an image URL with *', NO_HOST, (url) => ({ ...IMAGE_MODE, image_urls: [url] })),
        ...eachOf('an audio URL with *', NO_HOST, (url) => ({ ...NO_REFERENCE, audio_urls: [url] })),
        'a second reference with a third slash': {
          ...REFERENCE_MODE,
          image_urls: [SOME_IMAGE, 'https:///picture.png'],
        },
      },
    }),
    authority: 'http',
    // A server may reject the URL later, when it fetches the file: then the generation fails.
    level: 'should',
  },
];
