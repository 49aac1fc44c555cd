/** The rules that every answer keeps, for any request. */

import { expect } from 'vitest';
import { ErrorEnvelope, isErrorCode, VideoGeneration } from '../../contract/index.ts';
import type { AccountHandle } from '../../emulator/index.ts';

export interface Answer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly text: string;
  readonly isHead: boolean;
}

/** Throws an error if the service may not give this answer. Returns the id of a record. */
export function judge({ status, headers, text, isHead }: Answer): string | undefined {
  expect(status, text).toBeLessThan(500);
  const requestId = headers.get('x-request-id');
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  if (isHead) {
    expect(text).toBe('');
    return undefined;
  }
  expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(text));
  if (status < 300) return VideoGeneration.strict().parse(JSON.parse(text)).id;
  const { error } = ErrorEnvelope.strict().parse(JSON.parse(text));
  expect(isErrorCode(error.code), error.code).toBe(true);
  expect(error.request_id).toBe(requestId);
  return undefined;
}

/** Checks that balance + reserved + captured = granted. */
export async function checkBooks(account: AccountHandle): Promise<void> {
  const books = await account.ledger().catch(() => undefined);
  if (books === undefined) return;
  expect(books.balance + books.reserved + books.captured).toBe(books.granted);
  expect(Math.min(books.balance, books.reserved, books.captured)).toBeGreaterThanOrEqual(0);
}
