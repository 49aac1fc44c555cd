/** The create request: `image_urls`. */

import { LIMITS } from '../../../contract/limits.ts';
import type { Check } from '../../engine/define.ts';
import {
  IMAGE_MODE,
  imageBody,
  lacksAudio,
  lacksImages,
  REFERENCE_MODE,
  referenceBody,
  SOME_IMAGE,
  sounds,
  without,
} from '../lib/bodies.ts';
import { REFERENCE } from '../lib/clips.ts';
import { REFERENCE_SOUND } from '../lib/thorough-clips.ts';
import { acceptedFree, fromProfile, refusal, toleration } from '../lib/rows.ts';
import { referencesOf, isAlone } from '../lib/shown.ts';

const pictures = (count: number): string[] => Array.from({ length: count }, (_, at) => `${SOME_IMAGE}?n=${at}`);

export const IMAGE_CHECKS: readonly Check[] = [
  refusal({
    id: 'create.image-urls.type.string',
    requirement: 'create.image-urls.type',
    what: 'a string as `image_urls`',
    body: { ...IMAGE_MODE, image_urls: SOME_IMAGE },
  }),
  refusal({
    id: 'create.image-urls.type.number',
    requirement: 'create.image-urls.type',
    what: 'a number in `image_urls`',
    body: { ...IMAGE_MODE, image_urls: [7] },
  }),
  refusal({
    id: 'create.image-urls.type.words',
    requirement: 'create.image-urls.type',
    what: 'words in `image_urls`',
    body: { ...IMAGE_MODE, image_urls: ['a red kite'] },
  }),
  refusal({
    id: 'create.image-urls.https.http',
    requirement: 'create.image-urls.https',
    what: 'an http:// image URL',
    body: { ...IMAGE_MODE, image_urls: [SOME_IMAGE.replace('https', 'http')] },
  }),
  refusal({
    id: 'create.image-urls.https.ftp',
    requirement: 'create.image-urls.https',
    what: 'an ftp:// image URL',
    body: { ...IMAGE_MODE, image_urls: [SOME_IMAGE.replace('https', 'ftp')] },
  }),
  refusal({
    id: 'create.image-urls.https.data',
    requirement: 'create.image-urls.https',
    what: 'a data: image URL',
    body: { ...IMAGE_MODE, image_urls: ['data:image/png;base64,iVBORw0KGgo='] },
  }),
  refusal({
    id: 'create.image-urls.https.second',
    requirement: 'create.image-urls.https',
    what: 'an http:// URL as second image',
    body: { ...IMAGE_MODE, image_urls: [SOME_IMAGE, SOME_IMAGE.replace('https', 'http')] },
  }),
  refusal({
    id: 'create.image-urls.count.above',
    requirement: 'create.image-urls.count',
    what: `${LIMITS.imageUrls.max + 1} images`,
    body: { ...REFERENCE_MODE, image_urls: pictures(LIMITS.imageUrls.max + 1) },
  }),
  acceptedFree({
    id: 'create.image-urls.count.maximum',
    requirement: 'create.image-urls.count',
    what: `${LIMITS.imageUrls.max} images`,
    body: fromProfile((profile) => referenceBody(profile, LIMITS.imageUrls.max)),
    lacks: lacksImages,
    shown: { by: REFERENCE, as: (sent) => referencesOf(sent, 'image') === LIMITS.imageUrls.max },
  }),
  acceptedFree({
    id: 'create.image-urls.default',
    requirement: 'create.image-urls.default',
    what: 'an audio file but no `image_urls`',
    body: fromProfile((profile) => ({ ...without(REFERENCE_MODE, 'image_urls'), audio_urls: sounds(profile, 1) })),
    lacks: lacksAudio,
    shown: { by: REFERENCE_SOUND, as: (sent) => isAlone(sent, 'audio') },
  }),
  toleration({
    id: 'create.urls.repeated',
    requirement: 'create.urls.repeated',
    what: 'a duplicate image URL',
    body: fromProfile((profile) => ({
      ...IMAGE_MODE,
      image_urls: [
        ...(imageBody(profile)['image_urls'] as string[]),
        ...(imageBody(profile)['image_urls'] as string[]),
      ],
    })),
    lacks: lacksImages,
  }),
  toleration({
    id: 'create.urls.policy.address',
    requirement: 'create.urls.policy',
    what: 'an image URL with an IP address',
    body: { ...IMAGE_MODE, image_urls: ['https://127.0.0.1/a.png'] },
  }),
  toleration({
    id: 'create.urls.policy.credentials',
    requirement: 'create.urls.policy',
    what: 'an image URL with a password',
    body: { ...IMAGE_MODE, image_urls: ['https://me:secret@example.com/a.png'] },
  }),
  toleration({
    id: 'create.urls.policy.long',
    requirement: 'create.urls.policy',
    what: 'an image URL of 3,000 characters',
    body: { ...IMAGE_MODE, image_urls: [`${SOME_IMAGE}?${'x'.repeat(2970)}`] },
  }),
  toleration({
    id: 'create.urls.policy.upper-case',
    requirement: 'create.urls.policy',
    what: 'an image URL that begins with HTTPS://',
    body: { ...IMAGE_MODE, image_urls: [SOME_IMAGE.replace('https', 'HTTPS')] },
  }),
].flat();
