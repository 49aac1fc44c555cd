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
  type Operation,
} from '../server.ts';

type Change = (answer: Answer, call: Call) => Answer;

/** Changes the answers of one operation, or of all. */
export function answering(operation: Operation | 'any', change: Change): () => Tampering {
  return () => async (call, engine) => {
    const answer = await engine(call);
    return operation === 'any' || call.operation === operation ? change(answer, call) : answer;
  };
}

/** Changes the records of creates and gets. The same object leaves the answer unchanged. */
export function recording(change: (record: Fields, call: Call) => Fields): () => Tampering {
  return answering('any', (answer, call) => {
    if (!isRecord(call, answer)) return answer;
    const record = fieldsOf(answer);
    const changed = change(record, call);
    return changed === record ? answer : withJson(answer, changed);
  });
}

/** Changes the records that pass a test, for example failed records. */
export function recordingWhen(test: (record: Fields) => boolean, more: Fields): () => Tampering {
  return recording((record) => (test(record) ? { ...record, ...more } : record));
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

/** Returns the same answer, compressed with gzip. */
export function gzipped(answer: Answer): Answer {
  const bytes = new Uint8Array(gzipSync(answer.bytes, { level: 1 }));
  return { ...withHeader(withHeader(answer, 'content-length', undefined), 'content-encoding', 'gzip'), bytes };
}

/** Closes the connection instead of sending some answers. */
export function hangingUp(
  operation: Operation | 'any',
  when: (answer: Answer, call: Call) => boolean,
): () => Tampering {
  return answering(operation, (answer, call) => {
    if (when(answer, call)) throw new TypeError('The connection was closed.');
    return answer;
  });
}
