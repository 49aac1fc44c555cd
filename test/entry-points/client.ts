/** A client that checks, after every step, the rules that all answers and accounts keep. */

import { expect, onTestFinished } from 'vitest';
import { ErrorEnvelope, ERRORS, isErrorCode, VideoGeneration, type ErrorCode } from '../../contract/index.ts';
import type { AccountHandle, SettingsInput } from '../../emulator/index.ts';
import type { EntryPoint, OpenEntryPoint } from './entry-points.ts';

export type Body = Record<string, unknown> | string | Uint8Array<ArrayBuffer>;

interface Sent extends Omit<RequestInit, 'headers'> {
  readonly headers?: Record<string, string>;
}

/** The time of a frozen clock, unless a test moves it. */
export const START = '2026-01-01T00:00:00.000Z';
const FROZEN = `frozen@${START}`;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The smallest valid create. */
export const TEXT = { model: 'videomodel-2.5', prompt: 'A red fox in the snow', duration_seconds: 4 } as const;
export const IMAGE = 'https://media.standin.test/image/1280x720.png';
export const AUDIO = 'https://media.standin.test/audio/3s.mp3';
export const NO_ID = '00000000-0000-4000-8000-000000000000';

/** Opens an entry point for one test. The clock is frozen unless the settings change it. */
export async function enter(entryPoint: EntryPoint, settings: SettingsInput = {}): Promise<OpenEntryPoint> {
  const open = await entryPoint.open({ clock: FROZEN, ...settings });
  onTestFinished(() => open.close());
  return open;
}

/** A client with a key of its own. */
export class Client {
  readonly #entryPoint: OpenEntryPoint;
  readonly #key: string;
  readonly account: AccountHandle;

  constructor(
    entryPoint: OpenEntryPoint,
    key = 'sk_standin_suite',
    account = key.replace('sk_standin_', '').replace(/~.*/, ''),
  ) {
    this.#entryPoint = entryPoint;
    this.#key = key;
    this.account = entryPoint.account(account);
  }

  /** Sends a request with the key, and checks the rules that every answer keeps. */
  async send(path: string, { headers, ...init }: Sent = {}): Promise<Response> {
    const authorization = { authorization: `Bearer ${this.#key}` };
    const response = await this.#entryPoint.request(path, { ...init, headers: { ...authorization, ...headers } });
    const { headers: given } = response;
    expect([UUID.test(given.get('x-request-id') ?? ''), given.has('date')]).toEqual([true, true]);
    await this.checkBooks();
    return response;
  }

  /** balance + reserved + captured = granted, and none is negative. */
  async checkBooks(): Promise<void> {
    const books = await this.account.ledger().catch(() => undefined);
    if (books === undefined) return;
    const { granted, balance, reserved, captured } = books;
    const isPossible = [granted, balance, reserved, captured].every((each) => Number.isSafeInteger(each) && each >= 0);
    expect([balance + reserved + captured, isPossible]).toEqual([granted, true]);
  }

  post(body: Body, headers: Record<string, string> = {}): Promise<Response> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const type = { 'content-type': 'application/json' };
    return this.send('/v1/videos', {
      method: 'POST',
      headers: { ...type, ...headers },
      body: isRaw ? body : JSON.stringify(body),
    });
  }

  /** Creates a generation, and requires that the service accepts it. */
  async create(body: Body = TEXT, headers: Record<string, string> = {}): Promise<VideoGeneration> {
    const response = await this.post(body, headers);
    const text = await response.text();
    expect(response.status, text).toBe(202);
    return VideoGeneration.strict().parse(JSON.parse(text));
  }

  /** The record as a poll finds it. */
  async poll(id: string): Promise<VideoGeneration> {
    const response = await this.send(`/v1/videos/${id}`);
    expect(response.status).toBe(200);
    return VideoGeneration.strict().parse(await response.json());
  }

  /** Sends a HEAD request, which does not count as a poll. */
  head(id: string): Promise<Response> {
    return this.send(`/v1/videos/${id}`, { method: 'HEAD' });
  }

  content(id: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.send(`/v1/videos/${id}/content`, { headers });
  }

  /** Creates a generation and polls until its end. The latency of the account must be instant. */
  async completed(body: Body = TEXT): Promise<string> {
    const { id } = await this.create(body);
    expect((await this.poll(id)).status).toBe('completed');
    return id;
  }

  /** Returns the ledger in dollars, with the precision of the ledger. */
  async books() {
    const { granted, balance, reserved, captured } = await this.account.ledger();
    return { granted: granted / 1e6, balance: balance / 1e6, reserved: reserved / 1e6, captured: captured / 1e6 };
  }
}

/** The error codes that the tests have met so far. */
export const MET = new Set<ErrorCode>();

/** Reads an error answer, and checks its envelope, its status and its request id. */
export async function errorOf(response: Response): Promise<{ status: number; code: ErrorCode; message: string }> {
  const text = await response.text();
  expect(response.headers.get('content-type')).toBe('application/json');
  const { error } = ErrorEnvelope.strict().parse(JSON.parse(text));
  expect(error.request_id).toBe(response.headers.get('x-request-id'));
  expect(Number(response.headers.get('content-length'))).toBe(Buffer.byteLength(text));
  if (!isErrorCode(error.code)) throw new Error(`${error.code} is not in the catalog`);
  MET.add(error.code);
  return { status: response.status, code: error.code, message: error.message };
}

/** Requires this error, with the status of the catalog unless another status is given. */
export async function expectError(response: Response, code: ErrorCode, status: number = ERRORS[code].status) {
  const error = await errorOf(response);
  expect(error).toMatchObject({ status, code });
  return error;
}
