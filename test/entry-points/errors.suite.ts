/** Each error condition has its status and its code. If a request has several defects, the documented order decides. */

import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../contract/index.ts';
import { AUDIO, Client, enter, errorOf, expectError, IMAGE, NO_ID, TEXT, type Body } from './client.ts';
import type { EntryPoint } from './entry-points.ts';

const IMAGE_MODE = { ...TEXT, mode: 'image-to-video', aspect_ratio: 'adaptive' };
const REFERENCE = { ...TEXT, mode: 'reference-to-video' };
const URLS = Array.from({ length: 31 }, () => IMAGE);

const REFUSED: readonly [ErrorCode, string, Body][] = [
  ['invalid_json', 'an empty body', ''],
  ['invalid_json', 'a truncated body', '{"model":'],
  ['invalid_json', 'an array', '[]'],
  ['invalid_json', 'null', 'null'],
  ['invalid_json', 'a number', '4'],
  ['invalid_json', 'bytes that are not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])],
  ['invalid_json', 'a byte order mark', `\ufeff${JSON.stringify(TEXT)}`],
  ['invalid_json', '100,000 open brackets', '['.repeat(100_000)],
  ['unknown_field', 'a field that is not listed', { ...TEXT, size: '720p' }],
  ['unknown_field', 'a field named __proto__', `{"__proto__":{},${JSON.stringify(TEXT).slice(1)}`],
  ['unknown_field', 'a field named constructor', { ...TEXT, constructor: 1 }],
  ['missing_field', 'no model', { prompt: 'x', duration_seconds: 4 }],
  ['missing_field', 'no prompt', { model: TEXT.model, duration_seconds: 4 }],
  ['missing_field', 'no duration', { model: TEXT.model, prompt: 'x' }],
  ['invalid_type', 'a number for the model', { ...TEXT, model: 4 }],
  ['invalid_type', 'null for the prompt', { ...TEXT, prompt: null }],
  ['invalid_type', 'a duration of 4.5', { ...TEXT, duration_seconds: 4.5 }],
  ['invalid_type', 'a duration of "8"', { ...TEXT, duration_seconds: '8' }],
  ['invalid_type', 'null for a mode', { ...TEXT, mode: null }],
  ['invalid_type', 'a text for audio', { ...TEXT, audio: 'true' }],
  ['invalid_type', 'a text for an array', { ...TEXT, image_urls: IMAGE }],
  ['invalid_type', 'an array for a subject map', { ...REFERENCE, image_urls: [IMAGE], subject_to_image_ids: [] }],
  ['invalid_model', 'another model', { ...TEXT, model: 'videomodel-2.4' }],
  ['invalid_prompt', 'an empty prompt', { ...TEXT, prompt: '' }],
  ['invalid_prompt', 'a prompt of 15,001 characters', { ...TEXT, prompt: 'x'.repeat(15_001) }],
  ['invalid_prompt', 'a prompt of 15,001 code points', { ...TEXT, prompt: '🦊'.repeat(15_001) }],
  ['invalid_duration', '3 seconds', { ...TEXT, duration_seconds: 3 }],
  ['invalid_duration', '31 seconds', { ...TEXT, duration_seconds: 31 }],
  ['invalid_duration', '-4 seconds', { ...TEXT, duration_seconds: -4 }],
  ['invalid_value', 'another mode', { ...TEXT, mode: 'text' }],
  ['invalid_value', 'another resolution', { ...TEXT, resolution: '4k' }],
  ['invalid_value', 'another ratio', { ...TEXT, aspect_ratio: '2:1' }],
  ['invalid_value', 'another operation', { ...REFERENCE, reference_video_operation: 'remix' }],
  ['invalid_value', 'a source id that is not a uuid', { ...REFERENCE, source_video_ids: ['video-1'] }],
  ['invalid_url', 'http', { ...IMAGE_MODE, image_urls: ['http://a.test/x.png'] }],
  ['invalid_url', 'an IP address', { ...IMAGE_MODE, image_urls: ['https://10.0.0.1/x.png'] }],
  ['invalid_url', 'a loopback host', { ...IMAGE_MODE, image_urls: ['https://localhost/x.png'] }],
  ['invalid_url', 'credentials', { ...IMAGE_MODE, image_urls: ['https://me:pw@a.test/x.png'] }],
  ['invalid_url', '2,049 characters', { ...IMAGE_MODE, image_urls: [`https://a.test/${'x'.repeat(2034)}`] }],
  ['too_many_references', '31 images', { ...REFERENCE, image_urls: URLS }],
  ['too_many_references', '11 audio files', { ...REFERENCE, audio_urls: Array.from({ length: 11 }, () => AUDIO) }],
  ['too_many_references', '11 sources', { ...REFERENCE, source_video_ids: Array.from({ length: 11 }, () => NO_ID) }],
  ['too_many_references', 'three images in image mode', { ...IMAGE_MODE, image_urls: [IMAGE, IMAGE, IMAGE] }],
  ['references_not_allowed', 'an image in text mode', { ...TEXT, image_urls: [IMAGE] }],
  ['references_not_allowed', 'an operation in text mode', { ...TEXT, reference_video_operation: 'edit' }],
  ['references_not_allowed', 'audio in image mode', { ...IMAGE_MODE, image_urls: [IMAGE], audio_urls: [AUDIO] }],
  [
    'references_not_allowed',
    'a map in image mode',
    { ...IMAGE_MODE, image_urls: [IMAGE], subject_to_image_ids: { a: [0] } },
  ],
  ['references_required', 'image mode without an image', { ...IMAGE_MODE }],
  ['references_required', 'reference mode without references', { ...REFERENCE }],
  [
    'references_required',
    'an edit without a source',
    { ...REFERENCE, aspect_ratio: 'adaptive', reference_video_operation: 'edit', image_urls: [IMAGE] },
  ],
  ['aspect_ratio_not_allowed', 'adaptive in text mode', { ...TEXT, aspect_ratio: 'adaptive' }],
  [
    'aspect_ratio_not_allowed',
    'image mode that leaves the ratio out',
    { ...TEXT, mode: 'image-to-video', image_urls: [IMAGE] },
  ],
  [
    'invalid_subject_map',
    'an index beyond its array',
    { ...REFERENCE, image_urls: [IMAGE], subject_to_image_ids: { a: [1] } },
  ],
  ['invalid_subject_map', 'a negative index', { ...REFERENCE, image_urls: [IMAGE], subject_to_image_ids: { a: [-1] } }],
  ['invalid_subject_map', 'an empty list', { ...REFERENCE, image_urls: [IMAGE], subject_to_image_ids: { a: [] } }],
  [
    'invalid_subject_map',
    '31 indexes',
    { ...REFERENCE, image_urls: [IMAGE], subject_to_image_ids: { a: URLS.map(() => 0) } },
  ],
  [
    'invalid_subject_map',
    'a handle that begins with @',
    { ...REFERENCE, image_urls: [IMAGE], subject_to_image_ids: { '@a': [0] } },
  ],
  ['source_video_not_found', 'a source that never was', { ...REFERENCE, source_video_ids: [NO_ID] }],
];

export function errorsSuite(entryPoint: EntryPoint): void {
  describe('a create is refused', () => {
    test.each(REFUSED)('with %s for %s', async (code, _, body) => {
      const client = new Client(await enter(entryPoint));
      const { message } = await expectError(await client.post(body), code);
      expect(message).not.toBe('');
      expect((await client.books()).reserved).toBe(0);
    });

    test.each([
      ['no Content-Type', ''],
      ['text', 'text/plain'],
      ['a form', 'application/x-www-form-urlencoded'],
    ])('with invalid_content_type for %s', async (_, type) => {
      const client = new Client(await enter(entryPoint));
      // For a Blob without a type, and no other body, fetch sends no Content-Type header.
      const body = new Blob([JSON.stringify(TEXT)]);
      const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
      await expectError(await client.send('/v1/videos', { method: 'POST', headers, body }), 'invalid_content_type');
    });

    test.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.api+json'])(
      'not for the Content-Type %s',
      async (type) => {
        const client = new Client(await enter(entryPoint));
        expect((await client.post(TEXT, { 'content-type': type })).status).toBe(202);
      },
    );

    test('with request_too_large over 1 MiB, and not at 1 MiB', async () => {
      const client = new Client(await enter(entryPoint));
      const padded = (bytes: number): string => JSON.stringify(TEXT).padEnd(bytes, ' ');
      await expectError(await client.post(padded(1_048_577)), 'request_too_large');
      expect((await client.post(padded(1_048_576))).status).toBe(202);
    });

    test('with the path of the field and what to send instead', async () => {
      const client = new Client(await enter(entryPoint));
      const body = { ...REFERENCE, image_urls: [IMAGE], subject_to_image_ids: { hero: [0, 7] } };
      const { message } = await expectError(await client.post(body), 'invalid_subject_map');
      expect(message).toBe('subject_to_image_ids.hero[1] is 7, but the last index is 0.');
    });

    test('with a message that lists at most ten of its defects', async () => {
      const client = new Client(await enter(entryPoint));
      const extra = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`extra_${at}`, at]));
      const { message } = await expectError(await client.post({ ...TEXT, ...extra }), 'unknown_field');
      expect(message.split('; remove it').length - 1).toBe(10);
      expect(message).toContain('and 15 more');
    });

    test('without repeating the key, wherever a client put it', async () => {
      const client = new Client(await enter(entryPoint), 'sk_standin_secret-label');
      const { message } = await expectError(
        await client.post({ ...TEXT, 'sk_standin_secret-label': 1 }),
        'unknown_field',
      );
      expect(message).not.toContain('sk_standin_secret-label');
    });

    test('and what stands twice in a body counts the second time', async () => {
      const client = new Client(await enter(entryPoint));
      const body = `{"duration_seconds":99,${JSON.stringify(TEXT).slice(1)}`;
      expect((await client.post(body)).status).toBe(202);
    });
  });

  describe('the checks run in order', () => {
    test('the path and the method before the key', async () => {
      const open = await enter(entryPoint);
      await expectError(await open.request('/v1/videos/'), 'not_found');
      await expectError(await open.request('/v1/videos/a/b'), 'not_found');
      const response = await open.request('/v1/videos', { method: 'DELETE' });
      expect(response.headers.get('allow')).toBe('POST');
      await expectError(response, 'method_not_allowed');
      const other = await open.request(`/v1/videos/${NO_ID}`, { method: 'PATCH' });
      expect(other.headers.get('allow')).toBe('GET, HEAD');
      await expectError(other, 'method_not_allowed');
      await expectError(await open.request(`/v1/videos/${NO_ID}/content`, { method: 'POST' }), 'method_not_allowed');
    });

    test('the key before the body', async () => {
      const open = await enter(entryPoint);
      await expectError(await open.request('/v1/videos', { method: 'POST', body: '{' }), 'missing_api_key');
    });

    test('the rate before the body', async () => {
      const client = new Client(await enter(entryPoint, { limits: 'realistic' }));
      for (let sent = 0; sent < 10; sent += 1) await expectError(await client.post('{'), 'invalid_json');
      await expectError(await client.post('{'), 'rate_limited');
    });

    test('Content-Type, then size, then syntax', async () => {
      const client = new Client(await enter(entryPoint));
      const huge = 'x'.repeat(1_048_577);
      await expectError(await client.post(huge, { 'content-type': 'text/plain' }), 'invalid_content_type');
      await expectError(await client.post(huge), 'request_too_large');
    });

    test('syntax before the Idempotency-Key, and that before the schema', async () => {
      const client = new Client(await enter(entryPoint));
      const bad = { 'idempotency-key': 'x'.repeat(129) };
      await expectError(await client.post('{', bad), 'invalid_json');
      await expectError(await client.post({}, bad), 'invalid_idempotency_key');
      await client.create(TEXT, { 'idempotency-key': 'one' });
      await expectError(await client.post({}, { 'idempotency-key': 'one' }), 'idempotency_key_reused');
    });

    test('the schema in the order of the field table, before cross-field rules', async () => {
      const client = new Client(await enter(entryPoint));
      await expectError(await client.post({ audio: 1, duration_seconds: 99, model: 'x', prompt: '' }), 'invalid_model');
      await expectError(await client.post({ ...TEXT, prompt: '', duration_seconds: 99 }), 'invalid_prompt');
      await expectError(await client.post({ ...TEXT, aspect_ratio: 'adaptive', audio: 1 }), 'invalid_type');
      await expectError(await client.post({ ...TEXT, duration_seconds: 99, zoom: 1 }), 'invalid_duration');
    });

    test('cross-field rules before sources, sources before credits', async () => {
      const client = new Client(await enter(entryPoint, { balance: 0 }));
      const sources = { ...REFERENCE, source_video_ids: [NO_ID], reference_video_operation: 'edit' };
      await expectError(await client.post(sources), 'aspect_ratio_not_allowed');
      await expectError(await client.post({ ...sources, aspect_ratio: 'adaptive' }), 'source_video_not_found');
      await expectError(await client.post(TEXT), 'insufficient_credits');
    });
  });

  describe('the profile ietf', () => {
    test.each<{ code: ErrorCode; status: number; body: Body; headers: Record<string, string> }>([
      { code: 'invalid_content_type', status: 415, body: TEXT, headers: { 'content-type': 'text/plain' } },
      {
        code: 'idempotency_key_reused',
        status: 422,
        body: { ...TEXT, audio: false },
        headers: { 'idempotency-key': 'used' },
      },
      { code: 'invalid_json', status: 400, body: '{', headers: {} },
    ])('answers $code with $status', async ({ code, status, body, headers }) => {
      const client = new Client(await enter(entryPoint, { profile: 'ietf' }));
      await client.create(TEXT, { 'idempotency-key': 'used' });
      await expectError(await client.post(body, headers), code, status);
    });

    test('is not what is answered by default', async () => {
      const client = new Client(await enter(entryPoint));
      await client.create(TEXT, { 'idempotency-key': 'used' });
      const different = await client.post({ ...TEXT, audio: false }, { 'idempotency-key': 'used' });
      expect(await errorOf(different)).toMatchObject({ status: 400, code: 'idempotency_key_reused' });
    });
  });

  test('an omitted aspect_ratio is taken for adaptive where a setting says so', async () => {
    const client = new Client(await enter(entryPoint, { omittedAspectRatio: 'accept', latency: 'instant' }));
    await client.create({ ...TEXT, mode: 'image-to-video', image_urls: [IMAGE] });
    const explicit = { ...TEXT, mode: 'image-to-video', image_urls: [IMAGE], aspect_ratio: '16:9' };
    await expectError(await client.post(explicit), 'aspect_ratio_not_allowed');
  });

  test.each([
    ['image_invalid', { ...IMAGE_MODE, image_urls: ['https://media.standin.test/image/299x720.png'] }],
    ['image_fetch_failed', { ...IMAGE_MODE, image_urls: ['https://media.standin.test/status/404'] }],
    ['audio_invalid', { ...REFERENCE, audio_urls: ['https://media.standin.test/audio/1s.mp3'] }],
    ['audio_fetch_failed', { ...REFERENCE, audio_urls: ['https://media.standin.test/status/404'] }],
  ] as const)('%s is a failure with refund, or a refused create where a setting says so', async (code, body) => {
    const client = new Client(await enter(entryPoint, { latency: 'instant' }));
    const { id } = await client.create(body);
    expect(await client.poll(id)).toMatchObject({ status: 'failed', error: { code } });
    expect(await client.books()).toMatchObject({ reserved: 0, balance: 1000 });
    const strict = new Client(await enter(entryPoint, { inputFiles: 'at_create' }));
    await expectError(await strict.post(body), code);
    expect(await strict.books()).toMatchObject({ reserved: 0, balance: 1000 });
  });

  test('the failure of a file at an unknown path of the fixture host names the nearest path', async () => {
    const body = { ...IMAGE_MODE, image_urls: ['https://media.standin.test/640x480.png?secret=1'] };
    const client = new Client(await enter(entryPoint, { latency: 'instant' }));
    const { error } = await client.poll((await client.create(body)).id);
    const hint =
      'The fixture host media.standin.test has no path /640x480.png. The nearest path is /image/640x480.png.';
    expect(error?.message).toContain(`Input file 1 could not be downloaded. ${hint} For images, the host serves `);
    const strict = new Client(await enter(entryPoint, { inputFiles: 'at_create' }));
    const { message } = await errorOf(await strict.post(body));
    expect(message).toContain(`image_urls[0] does not exist. ${hint} For images, the host serves `);
  });
}
