/** The create request: `image_urls` and `audio_urls`. */

import { LIMITS } from '../../../contract/limits.ts';
import type { Check } from '../../engine/define.ts';
import {
  fromProfile,
  IMAGE_MODE,
  imageBody,
  lacksAudio,
  lacksImages,
  many,
  ONE_SOUND,
  REFERENCE_MODE,
  referenceBody,
  SOME_AUDIO,
  SOME_IMAGE,
  soundBody,
  TEXT,
} from '../lib/bodies.ts';
import { REFERENCE } from '../lib/clips.ts';
import { createChecks, eachOf, refusals } from '../lib/creates.ts';
import { referencesOf } from '../lib/shown.ts';
import { IMAGE_ALONE, SOUND_ALONE } from '../lib/thorough-clips.ts';

const { max: mostImages } = LIMITS.imageUrls;
const { max: mostSounds } = LIMITS.audioUrls;
const http = (url: string): string => url.replace('https', 'http');
const withImages = (image_urls: unknown): object => ({ ...IMAGE_MODE, image_urls });
const withAudio = (audio_urls: unknown): object => ({ ...REFERENCE_MODE, audio_urls });

const IMAGES = createChecks({
  'create.image-urls.type': {
    rejected: {
      string: ['a string as `image_urls`', withImages(SOME_IMAGE)],
      number: ['a number in `image_urls`', withImages([7])],
      words: ['words in `image_urls`', withImages(['a red kite'])],
    },
  },
  'create.image-urls.https': {
    rejected: {
      http: ['an http:// image URL', withImages([http(SOME_IMAGE)])],
      ftp: ['an ftp:// image URL', withImages([SOME_IMAGE.replace('https', 'ftp')])],
      data: ['a data: image URL', withImages(['data:image/png;base64,iVBORw0KGgo='])],
      second: ['an http:// URL as second image', withImages([SOME_IMAGE, http(SOME_IMAGE)])],
    },
  },
  'create.image-urls.count': {
    rejected: {
      above: [`${mostImages + 1} images`, { ...REFERENCE_MODE, image_urls: many(SOME_IMAGE, mostImages + 1) }],
    },
    accepted: {
      maximum: [
        `${mostImages} images`,
        fromProfile((profile) => referenceBody(profile, mostImages)),
        { lacks: lacksImages, by: REFERENCE, as: (sent) => referencesOf(sent, 'image') === mostImages },
      ],
    },
  },
  'create.image-urls.default': {
    accepted: {
      '': ['an audio file but no `image_urls`', fromProfile((profile) => soundBody(profile)), SOUND_ALONE],
    },
  },
  'create.urls.repeated': {
    open: {
      '': [
        'a duplicate image URL',
        fromProfile((profile) => {
          const { image_urls } = imageBody(profile);
          return { ...IMAGE_MODE, image_urls: [image_urls, image_urls].flat() };
        }),
        { lacks: lacksImages },
      ],
    },
  },
  'create.urls.policy': {
    open: {
      address: ['an image URL with an IP address', withImages(['https://127.0.0.1/a.png'])],
      credentials: ['an image URL with a password', withImages(['https://me:secret@example.com/a.png'])],
      long: ['an image URL of 3,000 characters', withImages([`${SOME_IMAGE}?${'x'.repeat(2970)}`])],
      'upper-case': ['an image URL that begins with HTTPS://', withImages([SOME_IMAGE.replace('https', 'HTTPS')])],
    },
  },
});

const SOUNDS = createChecks({
  'create.audio-urls.type': {
    rejected: {
      string: ['a string as `audio_urls`', withAudio(SOME_AUDIO)],
      number: ['a number in `audio_urls`', withAudio([7])],
    },
  },
  'create.audio-urls.https': { rejected: { http: ['an http:// audio URL', withAudio([http(SOME_AUDIO)])] } },
  'create.audio-urls.count': {
    rejected: { above: [`${mostSounds + 1} audio files`, withAudio(many(SOME_AUDIO, mostSounds + 1))] },
    accepted: {
      maximum: [
        `${mostSounds} audio files`,
        fromProfile((profile) => soundBody(profile, mostSounds)),
        { lacks: lacksAudio, by: REFERENCE, as: (sent) => referencesOf(sent, 'audio') === mostSounds },
      ],
    },
  },
  'create.audio-urls.default': {
    accepted: {
      '': ['an image but no `audio_urls`', fromProfile((profile) => referenceBody(profile)), IMAGE_ALONE],
    },
  },
  'create.audio-urls.reference-mode': {
    rejected: {
      text: ['an audio file in text-to-video', { ...TEXT, mode: 'text-to-video', audio_urls: [SOME_AUDIO] }],
      image: [
        'an audio file in image-to-video',
        fromProfile((profile) => ({ ...imageBody(profile), audio_urls: [SOME_AUDIO] })),
      ],
    },
  },
});

const bare = (url: string): string => url.replace('https://', '');

/** The changes after which a URL does not begin with `https://`. */
export const NEAR_SCHEMES: Readonly<Record<string, (url: string) => string>> = {
  'a leading space': (url) => ` ${url}`,
  'a leading line break': (url) => `\n${url}`,
  'one slash': (url) => `https:/${bare(url)}`,
  'no colon': (url) => `https//${bare(url)}`,
  'no scheme': bare,
  'two slashes but no scheme': (url) => `//${bare(url)}`,
  backslashes: (url) => `https:\\\\${bare(url)}`,
  'a scheme that begins with https': (url) => `httpsx://${bare(url)}`,
  'https in the query': (url) => `http://${bare(url)}?next=https://`,
  'the scheme file': () => 'file:///etc/hosts',
  'the scheme s3': (url) => `s3://${bare(url)}`,
  'no characters': () => '',
};

/** Strings that begin with `https://` but are not URLs. */
const BROKEN: Readonly<Record<string, string>> = {
  'a space in its host': 'https://exa mple.com/picture.png',
  'angle brackets around its host': 'https://<example.com>/picture.png',
  'a port that is not a number': 'https://example.com:port/picture.png',
  'a missing closing bracket': 'https://[::1/picture.png',
};

export const NEAR_ITEMS: Readonly<Record<string, unknown>> = {
  null: null,
  true: true,
  'an object': { url: SOME_IMAGE },
  'an array': [SOME_IMAGE],
};

/** The values that some servers treat as an empty list. */
export const NEAR_LISTS: Readonly<Record<string, unknown>> = {
  'an object': {},
  'no characters': '',
  false: false,
  'the number 0': 0,
};

const NEAR: readonly Check[] = [
  refusals({
    id: 'create.image-urls.https.near',
    defect: 'near-miss',
    what: 'an image URL that begins almost with https://',
    failing: 'The server trims or repairs URLs, or accepts URLs that contain https anywhere.',
    bodies: eachOf('an image URL with *', NEAR_SCHEMES, (change) => withImages([change(SOME_IMAGE)])),
  }),
  {
    // In OpenAPI 3.1, the format of a string is a note to the reader. Some servers validate it, and others do not.
    ...refusals({
      id: 'create.image-urls.type.no-url',
      defect: 'near-miss',
      what: 'a string that begins with https:// but is not a URL',
      failing: 'The server checks only whether the string begins with https://.',
      bodies: {
        ...eachOf('an image URL with *', BROKEN, (url) => withImages([url])),
        'a second image URL with a space in its host': withImages([SOME_IMAGE, BROKEN['a space in its host']]),
        'a reference with a space in its host': { ...REFERENCE_MODE, image_urls: [BROKEN['a space in its host']] },
        'an audio URL with a space in its host': { ...ONE_SOUND, audio_urls: ['https://exa mple.com/sound.mp3'] },
      },
    }),
    level: 'should',
  },
  refusals({
    id: 'create.audio-urls.https.near',
    defect: 'lost-rule',
    what: 'an audio URL that begins almost with https://',
    failing: 'The server has a weaker rule for audio URLs than for image URLs.',
    bodies: Object.fromEntries(
      ['a leading space', 'no scheme', 'the scheme s3', 'the scheme file', 'no characters'].map((odd) => [
        `an audio URL with ${odd}`,
        { ...ONE_SOUND, audio_urls: [NEAR_SCHEMES[odd]?.(SOME_AUDIO)] },
      ]),
    ),
  }),
  refusals({
    id: 'create.image-urls.type.near',
    defect: 'near-miss',
    what: 'a nearly valid value of `image_urls`, or a nearly valid item',
    failing: 'The server ignores items that are not strings, or accepts an empty value instead of a list.',
    bodies: {
      ...eachOf('* among the images', NEAR_ITEMS, (item) => withImages([item])),
      ...eachOf('* for images', NEAR_LISTS, (list) => ({ ...ONE_SOUND, image_urls: list })),
    },
  }),
  refusals({
    id: 'create.audio-urls.type.near',
    defect: 'near-miss',
    what: 'a nearly valid value of `audio_urls`, or a nearly valid item',
    failing: 'The server ignores items that are not strings, or accepts an empty value instead of a list.',
    bodies: {
      'words instead of an audio URL': { ...ONE_SOUND, audio_urls: ['a calm tune'] },
      'null among the audio files': { ...ONE_SOUND, audio_urls: [null] },
      'an object among the audio files': { ...ONE_SOUND, audio_urls: [{ url: SOME_AUDIO }] },
      ...eachOf('* for sounds', NEAR_LISTS, withAudio),
    },
  }),
];

export const REFERENCE_CHECKS: readonly Check[] = [...IMAGES, ...SOUNDS, ...NEAR];
