import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

import { loadProfile } from './load-profile.ts';
import { readProfile } from './read-profile.ts';

const PATH = /^\/_standin\/accounts\/kit-\w+-primary$/;

test('the built-in profile reads the balance in the account of the primary key, and revokes in the account of the revoked key', async () => {
  const { balance, triggers } = await loadProfile('standin', {}, {});
  expect(balance?.path).toMatch(PATH);
  expect(triggers?.revoke).toMatch(/-revoked\/keys\/revoke$/);

  const env = { STANDIN_API_KEY: 'sk_standin_exec-1~latency-quick', STANDIN_API_KEY_REVOKED: 'sk_standin_gone' };
  const given = await loadProfile('standin', env, {});
  expect(given.balance?.path).toBe('/_standin/accounts/exec-1');
  expect(given.triggers?.revoke).toBe('/_standin/accounts/gone/keys/revoke');
  expect((await loadProfile('standin', env, { keys: { primary: 'sk_standin_mine' } })).balance?.path).toBe(
    '/_standin/accounts/mine',
  );
});

test('the profile contains neither if the key does not name an account', async () => {
  const { balance, triggers } = await loadProfile('standin', {}, { keys: { primary: 'live_1', revoked: 'live_2' } });
  expect([balance, triggers?.revoke]).toEqual([undefined, undefined]);
});

test.each([
  ['export const profile = { edition: "0.1" }', { edition: '0.1' }],
  ['export default { edition: "0.1" }', { edition: '0.1' }],
  ['export const profil = { edition: "0.1" }', undefined],
])('a module with %s', async (source, profile) => {
  const folder = await mkdtemp(join(tmpdir(), 'standin-profile-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'profile.ts');
  await writeFile(path, source);
  const loaded = loadProfile(path, {}, {});
  if (profile === undefined)
    await expect(loaded).rejects.toThrow('it must export the profile as `profile` or as the default export');
  else expect(await loaded).toMatchObject(profile);
});

test('a rule for files accepts two files for two ends, three for types, and one otherwise', () => {
  const files = ['https://example.com/1.png', 'https://example.com/2.png'];
  expect(readProfile({ media: { unfit: { 'image.ratio': files } } }).media.unfit).toEqual({ 'image.ratio': files });
  expect(readProfile({ media: { unfit: { 'image.type': files } } }).media.unfit).toEqual({ 'image.type': files });
  expect(() => readProfile({ media: { unfit: { 'image.ratio': [...files, ...files.slice(1)] } } })).toThrow(
    'must name one file for each rule',
  );
  expect(() => readProfile({ media: { unfit: { 'image.size': files } } })).toThrow('must name one file for each rule');
  expect(() => readProfile({ media: { unfit: { 'image.ratio': ['http://example.com'] } } })).toThrow(
    'must begin with https://',
  );
});

test('a base URL without a scheme is rejected, and the message suggests URLs', () => {
  const refused =
    (baseUrl: string): (() => unknown) =>
    () =>
      readProfile({ baseUrl });
  expect(refused('127.0.0.1:4242')).toThrow('such as http://127.0.0.1:4242 or https://127.0.0.1:4242');
  expect(refused('localhost:4242/media')).toThrow('such as http://localhost:4242/media');
  expect(refused('ftp://example.com')).toThrow(/must be an http or https URL$/);
});
