/** Opens the account of each case by the control API, and makes its clips before any client starts. */

import * as z from 'zod';
import type { AuditionCase, Body } from '../cases/audition-case.ts';
import type { Emulator } from '../../emulator/index.ts';
import { toSnakeCase } from '../../lib/spelling.ts';

/** The settings of a rehearsal: enough credits for any body, and no waiting. */
const REHEARSAL = { balance: 1000, latency: 'instant' };

/**
 * Opens the account that belongs to the key of a case. Its random name is the same in each run, so the cache of the next run
 * contains the clips that were made once.
 */
export async function openAccount(emulator: ControlledEmulator, one: AuditionCase): Promise<void> {
  const { label, scenario, rules, origin } = one;
  const { name, isBuiltIn, account: own, audition } = scenario;
  const balance = audition.account.balance ?? own?.balance;
  const settings = { ...audition.account, balance, scenario: isBuiltIn && name };
  await callControl(emulator, 'POST /accounts', { name: label, ...settings });
  const path = `/accounts/${label}/snapshot`;
  const snapshot = Snapshot.parse(await callControl(emulator, `GET ${path}`));
  const account = { ...snapshot.state.account, random_name: origin };
  await callControl(emulator, `PUT ${path}`, { ...snapshot, state: { ...snapshot.state, account } });
  await catchUp(emulator, label);
  if (rules.length === 0) return;
  await callControl(emulator, `PUT /accounts/${label}/faults`, { rules: rules.map(toSnakeCase), keep: true });
}

const Snapshot = z.looseObject({
  state: z.looseObject({
    account: z.looseObject({ clock: z.looseObject({ anchor: z.number(), reading: z.number() }) }),
  }),
});

/**
 * Advances a restored clock to the machine's time. The clock continues from its saved reading, so it is late by the
 * time of the restore. Clients compare dates such as Retry-After with the machine's clock, and a late account would
 * make them look early.
 */
async function catchUp(emulator: ControlledEmulator, label: string): Promise<void> {
  const { state } = Snapshot.parse(await callControl(emulator, `GET /accounts/${label}/snapshot`));
  const { anchor, reading } = state.account.clock;
  await emulator.account(label).advance(Math.max(0, anchor - reading));
}

/** Makes the clips of a case by creating the same generations in an account of that origin. */
export async function rehearse(emulator: ControlledEmulator, one: AuditionCase): Promise<void> {
  const name = one.origin;
  await callControl(emulator, 'POST /accounts', { name, ...REHEARSAL });
  const made: string[] = [];
  for (const body of one.bodies) {
    const sources = one.goal === 'derive' ? made.slice(-1) : [];
    const id = await create(emulator, name, sources.length === 0 ? body : { ...body, source_video_ids: sources });
    if (id !== undefined) made.push(id);
  }
  await Promise.all(made.map((id) => emulator.account(name).clip(id)));
  await callControl(emulator, `DELETE /accounts/${name}`);
}

/** Creates a generation and polls it once; undefined if the body is refused, which is then part of the story. */
async function create(emulator: ControlledEmulator, name: string, body: Body): Promise<string | undefined> {
  const headers = { authorization: `Bearer sk_standin_${name}`, 'content-type': 'application/json' };
  const url = 'http://127.0.0.1/v1/videos';
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await emulator.fetch(new Request(url, init));
  const record: unknown = await answer.json();
  if (!answer.ok) return undefined;
  const { id } = z.object({ id: z.string() }).parse(record);
  await (await emulator.fetch(new Request(`${url}/${id}`, { headers }))).text();
  return id;
}

/** An emulator with its control token, if its control API requires one. */
export type ControlledEmulator = Emulator & { readonly controlToken?: string };

/** Calls a route such as `POST /accounts`. Throws if the response is not a success, because that is a defect. */
export async function callControl(
  { fetch, controlToken }: Pick<ControlledEmulator, 'fetch' | 'controlToken'>,
  call: string,
  body?: unknown,
): Promise<unknown> {
  const [method = '', path = ''] = call.split(' ');
  const response = await fetch(
    new Request(`http://127.0.0.1/_standin${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(controlToken !== undefined && { authorization: `Bearer ${controlToken}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  if (!response.ok) throw new Error(`${call} returned ${response.status}: ${text}`);
  return JSON.parse(text);
}
