/** Wherever a client puts a key, and however it spells it, the journal's exports do not have it. */

import { asyncProperty, assert, constantFrom, record, string } from 'fast-check';
import { expect, test } from 'vitest';

import { createEmulator, type Emulator } from '../index.ts';
import { orderOf, testEmulator } from '../../test/support/journal/test-emulator.ts';

const LISTED = 'live+key/of~the.house';
/** The kinds of keys: a key that opens its own account, a listed key, and an unknown key. */
const KEYS = ['sk_standin_prop-7~seed-3', LISTED, 'another-services.key_123'];

type Spell = (key: string) => string;
const code = (letter: string): string => letter.charCodeAt(0).toString(16).padStart(2, '0');
const SPELLINGS: Readonly<Record<string, Spell>> = {
  plain: (key) => key,
  percent: (key) => key.replaceAll(/./g, (letter) => `%${code(letter)}`),
  'percent, in part': (key) => key.replaceAll(/[aeiou_]/g, (letter) => `%${code(letter).toUpperCase()}`),
  'percent twice': (key) => key.replaceAll(/./g, (letter) => `%25${code(letter)}`),
  base64: (key) => Buffer.from(key).toString('base64'),
  'base64 in a header': (key) => Buffer.from(`user:${key}`).toString('base64'),
  base64url: (key) => Buffer.from(`{"${key}"}`).toString('base64url'),
  JSON: (key) => key.replaceAll(/./g, (letter) => `\\u00${code(letter)}`),
  'JSON, in part': (key) => key.replaceAll(/[aeiou/]/g, (letter) => `\\u00${code(letter).toUpperCase()}`),
};

const PLACES = [
  'path',
  'query',
  'prompt',
  'field',
  'idempotency-key',
  'range',
  'user-agent',
  'cookie',
  'x-api-key',
] as const;

interface Sending {
  readonly key: string;
  readonly spelled: string;
  readonly place: (typeof PLACES)[number];
}

/** Sends the key as the credential, and once more somewhere else. */
async function send(emulator: Emulator, { key, spelled, place }: Sending): Promise<void> {
  const isHeader = !['path', 'query', 'prompt', 'field'].includes(place);
  const order = JSON.stringify(orderOf('a cat'));
  // Spliced in as text, so that a spelling with escapes stays as it is.
  const withPrompt = place === 'prompt' ? order.replace('a cat', () => spelled) : order;
  const body = place === 'field' ? withPrompt.replace('"model"', () => `"${spelled}"`) : withPrompt;
  const target =
    { path: `/v1/videos/${spelled}`, query: `/v1/videos?key=${spelled}&x=1` }[place as string] ?? '/v1/videos';
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    ...(isHeader && { [place]: spelled }),
  };
  const isCreate = place !== 'path';
  const init = { method: isCreate ? 'POST' : 'GET', headers, ...(isCreate && { body }) };
  const response = await emulator.fetch(new Request(`http://standin.test${target}`, init));
  await response.arrayBuffer();
}

function exportsOf(emulator: Emulator): string {
  return emulator.journal
    .accounts()
    .map((account) => emulator.journal.of(account))
    .flatMap((journal) => [
      journal.toJsonLines(),
      JSON.stringify(journal.toHar()),
      ...journal.entries().map(({ request_id }) => journal.explain(request_id) ?? ''),
    ])
    .join('\n');
}

test('no key in any spelling at any place is in what the journal exports', async () => {
  const spellings = Object.keys(SPELLINGS);
  await assert(
    asyncProperty(
      record({
        key: constantFrom(...KEYS),
        name: constantFrom(...spellings),
        place: constantFrom(...PLACES),
        pad: string({ maxLength: 2 }),
      }),
      async ({ key, name, place, pad }) => {
        const emulator = createEmulator({ accounts: [{ name: 'house', keys: [LISTED] }] });
        const spelled = SPELLINGS[name]?.(key) ?? '';
        await send(emulator, { key, spelled: /^[\w-]*$/.test(pad) ? pad + spelled : spelled, place });
        const exported = exportsOf(emulator);
        expect(exported).toContain('"request_id"');
        for (const spell of Object.values(SPELLINGS)) expect(exported).not.toContain(spell(key));
        // Half of it would be as bad.
        expect(exported).not.toContain(spelled.slice(0, Math.ceil(spelled.length / 2)));
        await emulator.close();
      },
    ),
    { numRuns: 150 },
  );
});

test("another account's key is found by its form", async () => {
  const { emulator, create } = testEmulator();
  await create('please use sk_standin_somebody-else~balance-9 for this');
  expect(emulator.account('a').journal.entries()[0]?.request.prompt).toBe('please use [redacted] for this');
});

test('a short word in a header is not taken out of everything', async () => {
  const { emulator, create } = testEmulator();
  await create('a theater', { headers: { cookie: 'theme=the' } });
  expect(emulator.account('a').journal.entries()[0]?.request.prompt).toBe('a theater');
});

test('short listed keys, a key that `auth: any` let in, and the control token are not kept where another account writes them', async () => {
  const listed = [{ name: 'house', keys: ['k7-x'] }];
  const { emulator, create } = testEmulator({
    auth: 'any',
    accounts: listed,
    controlToken: 'control-token-0123456789',
  });
  await create('mine', { headers: { authorization: 'Bearer a-key.of.no.family' } });
  await create('mine', { headers: { authorization: 'Bearer tiny' } });
  await create('use k7-x, a-key.of.no.family, tiny or control-token-0123456789 (YS1rZXkub2Yubm8uZmFtaWx5)');
  const [entry] = emulator.account('a').journal.entries();
  expect(entry?.request.prompt).toBe('use [redacted], [redacted], [redacted] or [redacted] ([redacted])');
});
