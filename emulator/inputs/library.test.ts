/** The library as the engine meets it: inspections judge by content, and `open` returns the judged file. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { judgeInputs } from '../domain/media-rules.ts';
import type { MediaKind } from '../domain/ports.ts';
import { createMediaLibrary } from './library.ts';
import { blackPng, silentWav } from '../../test/support/inputs/real-files.ts';

const HOST = 'https://media.standin.test';
const library = createMediaLibrary();
const factsOf = async (url: string, kind: MediaKind) => {
  const inspection = await library.inspect(url, kind);
  return inspection.ok ? inspection.facts : inspection;
};

describe('the fixture host', () => {
  it.each([
    ['/image/300x300.png', 'image', { type: 'png', width: 300, height: 300 }],
    ['/image/4000x3000.jpg', 'image', { type: 'jpeg', width: 4000, height: 3000 }],
    ['/image/6000x2400.jpeg', 'image', { type: 'jpeg', width: 6000, height: 2400 }],
    ['/image/480x1200.webp', 'image', { type: 'webp', width: 480, height: 1200 }],
    ['/audio/2s.wav', 'audio', { type: 'wav', seconds: 2 }],
    ['/audio/30s.mp3', 'audio', { type: 'mp3', seconds: 30 }],
    ['/audio/1.9s.mp3', 'audio', { type: 'mp3', seconds: 1.9 }],
    ['/audio/30.1s.wav', 'audio', { type: 'wav', seconds: 30.1 }],
  ] as const)('%s is a good %s', async (path, kind, facts) => {
    expect(await factsOf(HOST + path, kind)).toMatchObject({ kind, ...facts });
  });

  it.each([
    ['/image/299x720.png', 'image_invalid', '299x720 pixels'],
    ['/image/6001x3000.jpg', 'image_invalid', '6001x3000 pixels'],
    ['/image/1000x300.png', 'image_invalid', 'aspect ratio'],
    ['/image/heavy-31mb.jpg', 'image_invalid', 'has 31000000 bytes'],
    ['/image/not-an-image.png', 'image_invalid', 'is not a JPEG, PNG or WebP'],
    ['/audio/5s.mp3', 'image_invalid', 'is not a JPEG, PNG or WebP'],
    ['/status/404', 'image_fetch_failed', 'status 404'],
    ['/timeout', 'image_fetch_failed', 'in time'],
    ['/image/0x400.png', 'image_fetch_failed', 'does not exist'],
    ['/image/16385x400.webp', 'image_fetch_failed', 'does not exist'],
    ['/640x480.png', 'image_fetch_failed', 'The nearest path is /image/640x480.png'],
    ['/nothing', 'image_fetch_failed', 'the host serves /image/<width>x<height>.png'],
    ['/audio/31s.mp3', 'audio_invalid', 'lasts 31 s'],
    ['/audio/1s.wav', 'audio_invalid', 'lasts 1 s'],
    ['/audio/601s.wav', 'audio_fetch_failed', 'The nearest path is /audio/600s.wav'],
    ['/audio/heavy-16mb.wav', 'audio_invalid', 'has 16000000 bytes'],
    ['/audio/not-audio.mp3', 'audio_invalid', 'is not an MP3 or WAV'],
    ['/image/400x400.png', 'audio_invalid', 'is not an MP3 or WAV'],
  ] as const)('%s fails with %s: %s', async (path, problem, detail) => {
    const inspection = await library.inspect(HOST + path, problem.startsWith('image') ? 'image' : 'audio');
    expect(inspection).toMatchObject({ ok: false, problem });
    expect(inspection).toHaveProperty('detail', expect.stringContaining(detail));
  });

  it('has no bytes: `open` returns the facts of the inspection, and the URL', async () => {
    const url = `${HOST}/image/1280x720.png?second`;
    const facts = await factsOf(url, 'image');
    expect(await library.open(`${url}#part`, 'image')).toEqual({ kind: 'stand-in', url, facts });
  });
});

describe('any other URL', () => {
  it('has a stand-in that keeps the rules, ten sounds together too', async () => {
    const urls = Array.from({ length: 30 }, (_, n) => `https://cdn${n}.example.com/files/${n}?x=${n}`);
    const images = await Promise.all(urls.map(async (url) => library.inspect(url, 'image')));
    const audios = await Promise.all(urls.slice(0, 10).map(async (url) => library.inspect(url, 'audio')));
    expect(judgeInputs({ images, audios })).toBeUndefined();
    expect(
      new Set(images.map((inspection) => inspection.ok && inspection.facts.kind === 'image' && inspection.facts.width))
        .size,
    ).toBeGreaterThan(3);
  });

  it('has a stand-in of the type that its name ends in', async () => {
    for (const [ending, type] of [
      ['png', 'png'],
      ['WEBP', 'webp'],
      ['jpeg', 'jpeg'],
      ['gif', 'jpeg'],
      ['constructor', 'jpeg'],
    ]) {
      expect(await factsOf(`https://a.example/x.${ending}`, 'image')).toMatchObject({ type });
    }
    expect(await factsOf('https://a.example/x.wav', 'audio')).toMatchObject({ type: 'wav' });
    expect(await factsOf('https://a.example/x', 'audio')).toMatchObject({ type: 'mp3' });
  });

  it('has the same stand-in in each library, whatever its fragment', async () => {
    const one = await library.open('https://a.example/x.png', 'image');
    expect(await createMediaLibrary().open('https://a.example/x.png#top', 'image')).toEqual(one);
  });
});

describe('a file that failed its inspection', () => {
  it('cannot be opened, and the error names the problem', async () => {
    const url = `${HOST}/image/299x720.png`;
    await expect(library.open(url, 'image')).rejects.toThrow(new RegExp(`^The file ${url} .*299x720`));
  });
});

describe('a library with folders', () => {
  let folder: string;
  const url = 'https://cdn.example.com/in/x.png';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'standin-library-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const mapped = (prefix: string) => createMediaLibrary({ folders: [{ prefix, folder }] });

  it('judges their files by content, and again once they change', async () => {
    const media = mapped('https://cdn.example.com/in/');
    expect(await media.inspect(url, 'image')).toMatchObject({ problem: 'image_fetch_failed' });
    writeFileSync(join(folder, 'x.png'), blackPng(640, 480));
    expect(await media.inspect(url, 'image')).toMatchObject({ ok: true, facts: { type: 'png', width: 640 } });
    writeFileSync(join(folder, 'x.png'), 'no longer');
    expect(await media.inspect(url, 'image')).toMatchObject({ problem: 'image_invalid' });
    await expect(media.open(url, 'image')).rejects.toThrow('is not a JPEG, PNG or WebP');
  });

  it('opens their files with all their bytes and the digest of those', async () => {
    const bytes = silentWav(2);
    writeFileSync(join(folder, 'x.png'), bytes);
    const opened = await mapped('https://cdn.example.com/in/').open(url, 'audio');
    if (opened.kind !== 'file') throw new Error('no file');
    expect(Buffer.from(await opened.bytes()).equals(bytes)).toBe(true);
    expect(await opened.digest()).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('refuses a file that cannot be decoded, which is tried once while the file stays the same', async () => {
    writeFileSync(join(folder, 'x.png'), blackPng(640, 480));
    const tried: number[] = [];
    const decodes = async (_: MediaKind, bytes: () => Promise<Uint8Array>) => {
      tried.push((await bytes()).length);
      return false;
    };
    const media = createMediaLibrary({ folders: [{ prefix: 'https://cdn.example.com/in/', folder }], decodes });
    for (const _ of [1, 2]) {
      expect(await media.inspect(url, 'image')).toMatchObject({
        problem: 'image_invalid',
        detail: 'cannot be decoded',
      });
    }
    expect(tried).toEqual([blackPng(640, 480).length]);
  });

  it('reads a file once for all inspections at the same time', async () => {
    writeFileSync(join(folder, 'x.png'), silentWav(2));
    const media = mapped('https://cdn.example.com/in/');
    const inspections = await Promise.all(Array.from({ length: 40 }, () => media.inspect(url, 'audio')));
    expect(new Set(inspections).size).toBe(1);
  });

  it('judges a file that is too heavy by its size alone', async () => {
    writeFileSync(join(folder, 'x.png'), '');
    truncateSync(join(folder, 'x.png'), 30_000_000);
    const inspection = await mapped('https://cdn.example.com/in/').inspect(url, 'image');
    expect(inspection).toMatchObject({ problem: 'image_invalid', detail: expect.stringContaining('30000000') });
  });

  it('takes the longest prefix, and prefers a folder to the fixture host', async () => {
    writeFileSync(join(folder, 'x.png'), blackPng(640, 480));
    const folders = [
      { prefix: 'https://cdn.example.com/', folder: tmpdir() },
      { prefix: 'https://cdn.example.com/in', folder },
      { prefix: `${HOST}/mine/`, folder },
    ];
    const media = createMediaLibrary({ folders });
    expect(await media.inspect(url, 'image')).toMatchObject({ ok: true });
    expect(await media.inspect(`${HOST}/mine/x.png`, 'image')).toMatchObject({ ok: true });
  });
});

describe('a library that fetches', () => {
  it('fetches what nothing else covers, and makes no stand-in', async () => {
    const asked: string[] = [];
    const resolve = async (hostname: string) => {
      asked.push(hostname);
      return ['10.0.0.7'];
    };
    const media = createMediaLibrary({ fetch: true, network: { resolve } });
    expect(await media.inspect('https://cdn.example.com/x.png', 'image')).toMatchObject({
      problem: 'image_fetch_failed',
    });
    expect(await media.inspect(`${HOST}/image/640x480.png`, 'image')).toMatchObject({ ok: true });
    expect(asked).toEqual(['cdn.example.com']);
  });

  it('is asked for: without it nothing is looked up', async () => {
    const resolve = async () => Promise.reject(new Error('must not be asked'));
    const media = createMediaLibrary({ network: { resolve } });
    expect(await media.inspect('https://cdn.example.com/x.png', 'image')).toMatchObject({ ok: true });
  });
});
