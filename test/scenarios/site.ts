/** A client, and an account on which a scenario acts. There are six ways to turn it on, and two entry points. */

import type { Emulator } from '../../emulator/index.ts';
import type { Ledger } from '../../emulator/domain/ledger.ts';
import { jsonOf, type Seen, type Send } from './seen.ts';
import type { Opened } from './turn-on.ts';

/** How a scenario is turned on. Each create carries the marker or the header, and no other request does. */
export type Way = 'key' | 'option' | 'marker' | 'header' | 'control' | 'helper';
export const OTHER_WAYS = ['option', 'marker', 'header', 'control', 'helper'] as const;
/** `SIZES=full` turns each scenario on in every way. Otherwise the scenarios alternate between the other ways. */
export const IN_TURN = process.env['SIZES'] !== 'full';
export type EntryPoint = 'socket' | 'fetch';

export interface CreateOptions {
  readonly body?: Record<string, unknown>;
  readonly key?: string;
  readonly patienceMs?: number;
  readonly base?: string;
}

export interface DownloadOptions {
  readonly headers?: Record<string, string>;
  readonly idleMs?: number;
  readonly base?: string;
  readonly method?: 'GET' | 'HEAD';
}

export interface Site {
  /** Whether the scenario is on for the whole account, and not only for creates that carry it. */
  readonly isWide: boolean;
  /** Whether the account opened with the scenario. */
  readonly isOpening: boolean;
  readonly entryPoint: EntryPoint;
  create(options?: CreateOptions): Promise<Seen>;
  poll(id: string, base?: string, idleMs?: number): Promise<Seen>;
  download(id: string, options?: DownloadOptions): Promise<Seen>;
  /** Creates a generation and returns its id. */
  created(body?: Record<string, unknown>): Promise<string>;
  /** Polls until a generation ends, and returns its record. */
  ended(id: string): Promise<Record<string, unknown>>;
  ledger(): Promise<Ledger>;
  advance(milliseconds: number): Promise<unknown>;
}

export interface Setting {
  readonly emulator: Emulator;
  readonly send: Send;
  readonly entryPoint: EntryPoint;
  readonly way: Way;
  readonly name: string;
  /** Settings on the key, each with its `~`. */
  readonly setUp: string;
  /** The account, if it was opened beforehand. */
  readonly opened?: Opened | undefined;
}

/** The smallest valid create: 4 seconds at 480p for 0.48 US dollars. */
const BODY = { model: 'videomodel-2.5', prompt: 'A tide pool.', duration_seconds: 4, resolution: '480p', audio: false };
export const COST = 480_000;
const PATIENCE_MS = 20_000;

/** Returns a label that no other site uses. */
export function labelOf({ name, way, entryPoint }: Pick<Setting, 'name' | 'way' | 'entryPoint'>): string {
  return `${name}.${way}.${entryPoint}`;
}

/** Returns a site with its own account. */
export function createSite({ emulator, send, entryPoint, way, name, setUp, opened }: Setting): Site {
  const label = opened?.label ?? labelOf({ name, way, entryPoint });
  const ownKey = `sk_standin_${label}${setUp}${way === 'key' ? `~scenario-${name}` : ''}`;
  const authorization = `Bearer ${opened?.apiKey ?? ownKey}`;
  const get = (path: string, { headers = {}, idleMs = PATIENCE_MS, base = '', method = 'GET' }: DownloadOptions = {}) =>
    send({
      method,
      path: `${base}/v1/videos/${path}`,
      headers: { authorization, ...headers },
      patienceMs: PATIENCE_MS,
      idleMs,
    });

  const create = ({ body = {}, key, patienceMs = PATIENCE_MS, base = '' }: CreateOptions = {}): Promise<Seen> => {
    const prompt = `${BODY.prompt}${way === 'marker' ? ` [[standin:${name}]]` : ''}`;
    const headers = {
      authorization,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(way === 'header' && { 'x-standin-scenario': name }),
    };
    const text = JSON.stringify({ ...BODY, prompt, ...body });
    return send({ method: 'POST', path: `${base}/v1/videos`, headers, body: text, patienceMs, idleMs: PATIENCE_MS });
  };

  const poll = (id: string, base = '', idleMs = PATIENCE_MS): Promise<Seen> => get(id, { base, idleMs });
  return {
    isWide: way !== 'marker' && way !== 'header',
    isOpening: way === 'key' || way === 'option' || way === 'helper',
    entryPoint,
    create,
    poll,
    download: (id, options) => get(`${id}/content`, options),
    created: async (body = {}) => {
      const seen = await create({ body });
      if (seen.status !== 202) throw new Error(`The create got ${seen.status}: ${seen.body.toString()}`);
      return jsonOf(seen).id;
    },
    ended: async (id) => {
      for (let polls = 0; polls < 20; polls += 1) {
        const record = jsonOf(await poll(id));
        if (record['status'] === 'completed' || record['status'] === 'failed') return record;
      }
      throw new Error('It did not end within 20 polls');
    },
    ledger: () => emulator.account(label).ledger(),
    advance: (milliseconds) => emulator.account(label).advance(milliseconds),
  };
}
