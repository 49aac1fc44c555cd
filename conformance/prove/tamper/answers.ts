/** Tampering with answers: records, errors, or any answer of an operation. */

import { gzipSync } from 'node:zlib';
import type { Fields } from '../../checks/lib/answers.ts';
import {
  asFields,
  fieldsOf,
  isRecord,
  withHeader,
  withJson,
  type Answer,
  type Tampering,
  type Call,
} from '../server.ts';
import { meets, type When, type Where } from './calls.ts';
import { matches, type CreateWhen } from './create.ts';

type Change = (answer: Answer, call: Call) => Answer;

/** A pattern of answers and their requests. */
interface AnswerWhere extends Where {
  readonly status?: number | ((status: number) => boolean);
  /** The status of the generation in the body. */
  readonly state?: string;
}

export const isRejected = (status: number): boolean => status >= 400;
export const isFine = (status: number): boolean => status < 300;

/** Changes some answers. */
export function answering(when: When | AnswerWhere, change: Change): () => Tampering {
  const isMeant = meets(when);
  const { status, state }: AnswerWhere = typeof when === 'object' ? when : {};
  const fits = (answer: Answer): boolean =>
    (status === undefined || (typeof status === 'number' ? answer.status === status : status(answer.status))) &&
    (state === undefined || fieldsOf(answer)['status'] === state);
  return () => async (call, engine) => {
    const answer = await engine(call);
    return isMeant(call) && fits(answer) ? change(answer, call) : answer;
  };
}

/** Changes the answers with records of creates and gets. */
export function answeringRecords(change: Change): () => Tampering {
  return answering('any', (answer, call) => (isRecord(call, answer) ? change(answer, call) : answer));
}

/** Changes the records of creates and gets. The same object leaves the answer unchanged. */
export function recording(change: (record: Fields, call: Call) => Fields): () => Tampering {
  return answeringRecords((answer, call) => {
    const record = fieldsOf(answer);
    const changed = change(record, call);
    return changed === record ? answer : withJson(answer, changed);
  });
}

/** Changes the records with one status. */
export function recordingWhen(status: string, more: Fields | ((record: Fields) => Fields)): () => Tampering {
  return recording((record) =>
    record['status'] === status ? { ...record, ...(typeof more === 'function' ? more(record) : more) } : record,
  );
}

/** Changes the records that pass a test by the number of such records of their generation. */
export function recordingEach(
  when: (record: Fields, call: Call) => boolean,
  change: (record: Fields, count: number) => Fields,
): () => Tampering {
  return () => {
    const count = counter();
    return recording((record, call) => (when(record, call) ? change(record, count(record['id'])) : record))();
  };
}

/** Returns a function that counts its calls for each key. */
export function counter(): (key: unknown) => number {
  const counts = new Map<unknown, number>();
  return (key) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
}

/** Changes the cost of some creates in all their records. */
export function costing(when: CreateWhen, price: (body: Fields, record: Fields) => number): () => Tampering {
  const isMeant = matches(when);
  return () => {
    const costs = new Map<unknown, number>();
    return recording((record, call) => {
      const { operation, json } = call;
      if (operation === 'create' && isMeant(json, call)) costs.set(record['id'], price(json, record));
      const cost = costs.get(record['id']);
      return cost === undefined ? record : { ...record, cost_usd: cost };
    })();
  };
}

/** Changes the error inside the envelope. */
export function erring(change: (error: Fields, call: Call, status: number) => Fields | undefined): () => Tampering {
  return answering('any', (answer, call) => {
    if (answer.status < 400) return answer;
    const changed = change(asFields(fieldsOf(answer)['error']), call, answer.status);
    return changed === undefined ? answer : withJson(answer, { error: changed });
  });
}

/** Returns the same answer with another status. */
export function withStatus(answer: Answer, status: number): Answer {
  return { ...answer, status };
}

/** Returns the same answer with another body of text. */
export function withText(answer: Answer, text: string, type?: string): Answer {
  const bytes = new TextEncoder().encode(text);
  const bare = withHeader({ ...answer, bytes }, 'content-length', undefined);
  return type === undefined ? bare : withHeader(bare, 'content-type', type);
}

export const toStatus =
  (status: number) =>
  (answer: Answer): Answer =>
    withStatus(answer, status);
export const toHeader =
  (name: string, value: string | undefined) =>
  (answer: Answer): Answer =>
    withHeader(answer, name, value);
export const toText =
  (text: string, type?: string) =>
  (answer: Answer): Answer =>
    withText(answer, text, type);

/** Returns the same answer, compressed with gzip. */
export function gzipped(answer: Answer): Answer {
  const bytes = new Uint8Array(gzipSync(answer.bytes, { level: 1 }));
  return { ...withHeader(withHeader(answer, 'content-length', undefined), 'content-encoding', 'gzip'), bytes };
}

/** Closes the connection instead of sending some answers. */
export function hangingUp(when: When | AnswerWhere): () => Tampering {
  return answering(when, () => {
    throw new TypeError('The connection was closed.');
  });
}

/** Reports whether an answer shows the balance of an account. */
export function isBalance({ method, url }: Call, { status }: Answer): boolean {
  return url.pathname.startsWith('/_standin/accounts/') && method === 'GET' && status === 200;
}

/** Returns the same answer with another balance. */
export function changedBalance(answer: Answer, shown: (dollars: number) => unknown): Answer {
  const account = fieldsOf(answer);
  const ledger = asFields(account['ledger']);
  return withJson(answer, { ...account, ledger: { ...ledger, balance_usd: shown(Number(ledger['balance_usd'])) } });
}
