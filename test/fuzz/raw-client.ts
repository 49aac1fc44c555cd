/** Writes given bytes to a socket, and reads the response as HTTP/1.1. */

import { connect } from 'node:net';
import { readHead, type RawHead } from '../support/raw-http.ts';

export interface Raw {
  /** The name of the case, for the message of a failure. */
  readonly name: string;
  /** The bytes to write, with a pause after each part. */
  readonly parts: readonly (string | Uint8Array)[];
  readonly pauseMs?: number;
  /**
   * `end` half-closes after the last part, and `reset` breaks the connection. Otherwise the server must answer or end
   * it.
   */
  readonly last?: 'end' | 'reset';
  /** The indexes of the answers to HEAD requests, which have no body. */
  readonly heads?: readonly number[];
  /** The number of final answers to wait for. By default, at least one, or the end of the connection. */
  readonly answers?: number;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: RawHead['headers'];
  readonly text: string;
  readonly isHead: boolean;
}

export interface Exchange {
  readonly answers: readonly RawAnswer[];
  readonly ended: boolean;
}

const LONGEST_MS = 15_000;

/** Sends the parts, and resolves when the answers have arrived or the connection has ended. Rejects otherwise. */
export function exchange(port: number, raw: Raw): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let received = Buffer.alloc(0);
    const settle = (ended: boolean): void => {
      clearTimeout(deadline);
      const answers = parse(received, raw.heads ?? []);
      socket.destroy();
      resolve({ answers, ended });
    };
    const deadline = setTimeout(() => {
      socket.destroy();
      reject(
        new Error(
          `${raw.name}: neither ${raw.answers ?? 1} answers nor an end; got ${received.toString('latin1').slice(0, 500)}`,
        ),
      );
    }, LONGEST_MS);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (raw.last === undefined && parse(received, raw.heads ?? []).length >= (raw.answers ?? 1)) settle(false);
    });
    socket.on('end', () => settle(true));
    socket.on('error', () => undefined);
    socket.on('close', () => settle(true));
    socket.on('connect', () => void send(raw).catch(() => undefined));

    const send = async ({ parts, pauseMs = 0, last }: Raw): Promise<void> => {
      for (const part of parts) {
        socket.write(part);
        if (pauseMs > 0) await new Promise((resume) => setTimeout(resume, pauseMs));
      }
      if (last === 'end') socket.end();
      if (last === 'reset') socket.resetAndDestroy();
    };
  });
}

/** Returns the final answers so far, without interim answers such as "100 Continue". */
function parse(received: Buffer, heads: readonly number[]): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = received;
  for (;;) {
    const head = readHead(rest);
    if (head === undefined) return answers;
    const { status, headers, bodyAt: start } = head;
    const isHead = heads.includes(answers.length);
    const length = isHead || status < 200 ? 0 : Number(headers['content-length'] ?? 0);
    if (rest.length < start + length) return answers;
    if (status >= 200) answers.push({ status, headers, text: rest.subarray(start, start + length).toString(), isHead });
    rest = rest.subarray(start + length);
  }
}
