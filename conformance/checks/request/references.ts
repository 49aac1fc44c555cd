/** The create request: `image_urls` and `audio_urls`. */

import { LIMITS } from '../../../contract/limits.ts';
import type { Check } from '../../engine/define.ts';
import { IMAGE_MODE, many, ONE_SOUND, REFERENCE_MODE, SAMPLE, TEXT } from '../lib/bodies.ts';
import { REFERENCE } from '../lib/clips.ts';
import { eachOf } from '../lib/cases.ts';
import { leftOpen, mustAccept, mustReject, refusals } from '../lib/creates.ts';
import { referencesOf } from '../lib/answers.ts';
import { IMAGE_ALONE, SOUND_ALONE } from '../lib/thorough-clips.ts';

const { max: mostImages } = LIMITS.imageUrls;
const { max: mostSounds } = LIMITS.audioUrls;
const http = (url: string): string => url.replace('https', 'http');
const withImages = (image_urls: unknown): object => ({ ...IMAGE_MODE, image_urls });
const withAudio = (audio_urls: unknown): object => ({ ...REFERENCE_MODE, audio_urls });

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
  'an object': { url: SAMPLE.image },
  'an array': [SAMPLE.image],
};

/** The values that some servers treat as an empty list. */
export const NEAR_LISTS: Readonly<Record<string, unknown>> = {
  'an object': {},
  'no characters': '',
  false: false,
  'the number 0': 0,
};

/** URLs without a host. Parsers that repair URLs use the next part of the path as the host. */
const NO_HOST: Readonly<Record<string, string>> = {
  'nothing after https://': 'https://',
  'a third slash': 'https:///picture.png',
  'only a query': 'https://?file=picture.png',
  'only a fragment': 'https://#picture.png',
  'only a port': 'https://:443/picture.png',
};

export const REFERENCE_CHECKS: readonly Check[] = [
  ...mustReject({
    'create.image-urls.type': {
      string: ['a string as `image_urls`', withImages(SAMPLE.image)],
      number: ['a number in `image_urls`', withImages([7])],
      words: ['words in `image_urls`', withImages(['a red kite'])],
    },
    'create.image-urls.https': {
      http: ['an http:// image URL', withImages([http(SAMPLE.image)])],
      ftp: ['an ftp:// image URL', withImages([SAMPLE.image.replace('https', 'ftp')])],
      data: ['a data: image URL', withImages(['data:image/png;base64,iVBORw0KGgo='])],
      second: ['an http:// URL as second image', withImages([SAMPLE.image, http(SAMPLE.image)])],
    },
    'create.image-urls.count': {
      above: [`${mostImages + 1} images`, { ...REFERENCE_MODE, image_urls: many(SAMPLE.image, mostImages + 1) }],
    },
    'create.audio-urls.type': {
      string: ['a string as `audio_urls`', withAudio(SAMPLE.audio)],
      number: ['a number in `audio_urls`', withAudio([7])],
    },
    'create.audio-urls.https': { http: ['an http:// audio URL', withAudio([http(SAMPLE.audio)])] },
    'create.audio-urls.count': {
      above: [`${mostSounds + 1} audio files`, withAudio(many(SAMPLE.audio, mostSounds + 1))],
    },
    'create.audio-urls.reference-mode': {
      text: ['an audio file in text-to-video', { ...TEXT, mode: 'text-to-video', audio_urls: [SAMPLE.audio] }],
      image: ['an audio file in image-to-video', { ...IMAGE_MODE, audio_urls: [SAMPLE.audio] }],
    },
  }),
  ...mustAccept({
    'create.image-urls.count': {
      maximum: [
        `${mostImages} images`,
        { ...REFERENCE_MODE, image_urls: many(SAMPLE.image, mostImages) },
        { by: REFERENCE, as: (sent) => referencesOf(sent, 'image') === mostImages },
      ],
    },
    'create.image-urls.default': ['an audio file but no `image_urls`', ONE_SOUND, SOUND_ALONE],
    'create.audio-urls.count': {
      maximum: [
        `${mostSounds} audio files`,
        { ...ONE_SOUND, audio_urls: many(SAMPLE.audio, mostSounds) },
        { by: REFERENCE, as: (sent) => referencesOf(sent, 'audio') === mostSounds },
      ],
    },
    'create.audio-urls.default': ['an image but no `audio_urls`', REFERENCE_MODE, IMAGE_ALONE],
  }),
  ...leftOpen({
    'create.urls.repeated': ['a duplicate image URL', withImages([SAMPLE.image, SAMPLE.image])],
    'create.urls.policy': {
      address: ['an image URL with an IP address', withImages(['https://127.0.0.1/a.png'])],
      credentials: ['an image URL with a password', withImages(['https://me:secret@example.com/a.png'])],
      long: ['an image URL of 3,000 characters', withImages([`${SAMPLE.image}?${'x'.repeat(2970)}`])],
      'upper-case': ['an image URL that begins with HTTPS://', withImages([SAMPLE.image.replace('https', 'HTTPS')])],
    },
  }),
  ...refusals('near-miss', {
    // RFC 9110 calls these URLs invalid. A server may reject them only when it fetches the file.
    'create.urls.host.empty': [
      'a URL without a host (RFC 9110, 4.2.2)',
      'The server checks only that a URL begins with https://. So it accepts URLs that no client can fetch.',
      {
        ...eachOf('an image URL with *', NO_HOST, (url) => withImages([url])),
        ...eachOf('an audio URL with *', NO_HOST, (url) => ({ ...ONE_SOUND, audio_urls: [url] })),
        'a second reference with a third slash': {
          ...REFERENCE_MODE,
          image_urls: [SAMPLE.image, 'https:///picture.png'],
        },
      },
      { requirement: 'create.image-urls.type', authority: 'http', level: 'should' },
    ],
    'create.image-urls.https.near': [
      'an image URL that begins almost with https://',
      'The server trims or repairs URLs, or accepts URLs that contain https anywhere.',
      eachOf('an image URL with *', NEAR_SCHEMES, (change) => withImages([change(SAMPLE.image)])),
    ],
    // In OpenAPI 3.1, the format of a string is a note to the reader. Some servers validate it, and others do not.
    'create.image-urls.type.no-url': [
      'a string that begins with https:// but is not a URL',
      'The server checks only whether the string begins with https://.',
      {
        ...eachOf('an image URL with *', BROKEN, (url) => withImages([url])),
        'a second image URL with a space in its host': withImages([SAMPLE.image, BROKEN['a space in its host']]),
        'a reference with a space in its host': { ...REFERENCE_MODE, image_urls: [BROKEN['a space in its host']] },
        'an audio URL with a space in its host': { ...ONE_SOUND, audio_urls: ['https://exa mple.com/sound.mp3'] },
      },
      { level: 'should' },
    ],
    'create.image-urls.type.near': [
      'a nearly valid value of `image_urls`, or a nearly valid item',
      'The server ignores items that are not strings, or accepts an empty value instead of a list.',
      {
        ...eachOf('* among the images', NEAR_ITEMS, (item) => withImages([item])),
        ...eachOf('* for images', NEAR_LISTS, (list) => ({ ...ONE_SOUND, image_urls: list })),
        'a list as JSON in a string': withImages(JSON.stringify([SAMPLE.image])),
      },
    ],
    'create.audio-urls.type.near': [
      'a nearly valid value of `audio_urls`, or a nearly valid item',
      'The server ignores items that are not strings, or accepts an empty value instead of a list.',
      {
        'words instead of an audio URL': { ...ONE_SOUND, audio_urls: ['a calm tune'] },
        'null among the audio files': { ...ONE_SOUND, audio_urls: [null] },
        'an object among the audio files': { ...ONE_SOUND, audio_urls: [{ url: SAMPLE.audio }] },
        ...eachOf('* for sounds', NEAR_LISTS, withAudio),
      },
    ],
  }),
  ...refusals('lost-rule', {
    'create.audio-urls.https.near': [
      'an audio URL that begins almost with https://',
      'The server has a weaker rule for audio URLs than for image URLs.',
      eachOf(
        'an audio URL with *',
        ['a leading space', 'no scheme', 'the scheme s3', 'the scheme file', 'no characters'],
        (odd) => ({ ...ONE_SOUND, audio_urls: [NEAR_SCHEMES[odd]?.(SAMPLE.audio)] }),
      ),
    ],
  }),
];
