/** Opens the account of each case by the control API, and makes its clips before any client starts. */

import * as z from 'zod';
import type { AuditionCase, Body } from '../cases/audition-case.ts';
import type { Emulator } from '../../emulator/index.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { toSnakeCase } from '../../lib/spelling.ts';

/** The settings of a rehearsal: enough credits for any body, and no waiting. */
const REHEARSAL = { balance: 1000, latency: 'instant' };

const MICROS = 1e6;

/** Opens the account that belongs to the key of a case. */
export async function openAccount(emulator: ControlledEmulator, one: AuditionCase): Promise<void> {
  const { label, scenario, rules, origin } = one;
  const { name, isBuiltIn, account: own, audition } = scenario;
  const balance = audition.account.balance ?? own?.balance;
  await openFork(emulator, { name: label, origin }, { ...audition.account, balance, scenario: isBuiltIn && name });
  if (rules.length === 0) return;
  await callControl(emulator, `PUT /accounts/${label}/faults`, { rules: rules.map(toSnakeCase), keep: true });
}

/** All forks of an origin are made from accounts of the same name. */
const opening = createSemaphore(1);

/**
 * Opens an account with the random values of an origin, because forks keep them. They are the same in each run, so the
 * cache of the next run contains the clips that were made once.
 */
async function openFork(
  emulator: ControlledEmulator,
  { name, origin }: { readonly name: string; readonly origin: string },
  settings: object,
): Promise<void> {
  await opening.run(async () => {
    await callControl(emulator, 'POST /accounts', { name: origin, ...settings });
    await callControl(emulator, `POST /accounts/${origin}/fork`, { name });
    await callControl(emulator, `DELETE /accounts/${origin}`);
  });
}

/**
 * Makes the clips of a case by creating the same generations in an account of that origin. Resolves to their price in
 * US dollars.
 */
export async function rehearse(emulator: ControlledEmulator, one: AuditionCase): Promise<number> {
  const { origin } = one;
  const name = `rehearsal-of-${origin}`;
  await openFork(emulator, { name, origin }, REHEARSAL);
  const made: string[] = [];
  for (const body of one.bodies) {
    const sources = one.goal === 'derive' ? made.slice(-1) : [];
    const id = await create(emulator, name, sources.length === 0 ? body : { ...body, source_video_ids: sources });
    if (id !== undefined) made.push(id);
  }
  await Promise.all(made.map((id) => emulator.account(name).clip(id)));
  const price = await paidIn(emulator, name);
  await callControl(emulator, `DELETE /accounts/${name}`);
  return price;
}

/** Returns the US dollars that an account has spent: captured, or still reserved. */
export async function paidIn(emulator: Emulator, label: string): Promise<number> {
  const { captured, reserved } = await emulator.account(label).ledger();
  return (captured + reserved) / MICROS;
}

/** Creates a generation and polls it once; undefined if the body is refused, which is then part of the scenario. */
async function create(emulator: Emulator, name: string, body: Body): Promise<string | undefined> {
  const own = { fetch: emulator.fetch, token: `sk_standin_${name}` };
  const { isSuccess, text } = await send(own, 'POST /v1/videos', body);
  if (!isSuccess) return undefined;
  const { id } = z.object({ id: z.string() }).parse(JSON.parse(text));
  await send(own, `GET /v1/videos/${id}`);
  return id;
}

/** An emulator with its control token, if its control API requires one. */
export type ControlledEmulator = Emulator & { readonly controlToken?: string };

/** Calls a route such as `POST /accounts`. Throws if the response is not a success, because that is a defect. */
export async function callControl(emulator: ControlledEmulator, call: string, body?: unknown): Promise<unknown> {
  const control = { fetch: emulator.fetch, token: emulator.controlToken };
  const { isSuccess, text } = await send(control, call.replace(' ', ' /_standin'), body);
  if (!isSuccess) throw new Error(`${call} failed: ${text}`);
  return JSON.parse(text);
}

interface Sender extends Pick<Emulator, 'fetch'> {
  readonly token: string | undefined;
}

async function send({ fetch, token }: Sender, call: string, body?: unknown) {
  const [method = '', path = ''] = call.split(' ');
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers = { 'content-type': 'application/json', ...authorization };
  const response = await fetch(new Request(`http://127.0.0.1${path}`, { method, headers, body: JSON.stringify(body) }));
  return { isSuccess: response.ok, text: await response.text() };
}
