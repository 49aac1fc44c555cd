/** Tampering with byte ranges, which are ignored, wrong, or described wrongly. */

import { jsonAnswer, withHeader, type Answer, type Tampering, type Call, type Engine } from '../server.ts';

/** The requested range, read as the RFC defines it, and the whole clip. */
export interface Asked {
  readonly range: string;
  readonly start: number;
  readonly end: number;
  readonly size: number;
  readonly whole: Answer;
  readonly part: Answer;
  readonly call: Call;
}

/** Changes the answers to downloads with a Range. The result `undefined` leaves the answer unchanged. */
export function parting(change: (asked: Asked) => Answer | undefined): () => Tampering {
  return () => {
    const wholes = new Map<string, Promise<Answer>>();
    return async (call, engine) => {
      const part = await engine(call);
      const range = call.headers.get('range');
      if (call.operation !== 'content' || range === null || ![200, 206, 416].includes(part.status)) return part;
      const whole = await keep(wholes, call, engine);
      if (whole.status !== 200) return part;
      const size = whole.bytes.length;
      const [, start = '', end = ''] = /^bytes=(\d+)-(\d+)$/i.exec(range) ?? [];
      return change({ range, start: Number(start || -1), end: Number(end || -1), size, whole, part, call }) ?? part;
    };
  };
}

/** The ranges in question: by their text, or by a test. */
type AskedWhen = string | RegExp | ((asked: Asked) => boolean);

export const isPart = ({ part }: Asked): boolean => part.status === 206;
export const isBeyond = ({ part }: Asked): boolean => part.status === 416;

/** Changes the answers to some ranges. */
export function ranged(when: AskedWhen, change: (asked: Asked) => Answer): () => Tampering {
  return parting((asked) => {
    const isMeant =
      typeof when === 'function'
        ? when(asked)
        : typeof when === 'string'
          ? asked.range === when
          : when.test(asked.range);
    return isMeant ? change(asked) : undefined;
  });
}

/** Answers some ranges with these bytes. */
export function misreading(when: AskedWhen, ...bytes: [number, number]): () => Tampering {
  return ranged(when, (asked) => partOf(asked, bytes));
}

/** Sends other bytes than Content-Range names: both ends are shifted by these numbers. */
export function shifted(when: AskedWhen, atStart: number, atEnd: number): () => Tampering {
  return ranged(when, (asked) => {
    const { start, end } = asked;
    return partOf(asked, [start + atStart, end + atEnd], [start, end]);
  });
}

/** Answers some ranges with the whole clip. */
export function ignoring(when: AskedWhen): () => Tampering {
  return ranged(when, ({ whole }) => whole);
}

/** Changes the parts of a clip that are sent. */
export function parts(change: (part: Answer, asked: Asked) => Answer): () => Tampering {
  return ranged(
    (asked) => isPart(asked) && asked.start >= 0,
    (asked) => change(asked.part, asked),
  );
}

/** Returns a part with these bytes that claims to be this range. */
export function partOf({ whole, size }: Asked, bytes: [number, number], claimed = bytes): Answer {
  const [start, end] = bytes;
  const [first, last] = claimed;
  const slice = whole.bytes.slice(start, end + 1);
  const named = withHeader(whole, 'content-range', `bytes ${first}-${last}/${size}`);
  return { ...withHeader(named, 'content-length', String(slice.length)), status: 206, bytes: slice };
}

/** Returns a 416 with an envelope. */
export function unsatisfiable(): Answer {
  return jsonAnswer(416, { error: { code: 'range_not_satisfiable', message: 'The range cannot be satisfied.' } });
}

/** Returns several parts in one body, each of the given width, with or without its own Content-Range. */
export function multipart({ whole, size }: Asked, ranges: readonly [number, number][], isNamed = true): Answer {
  const chunks = ranges.flatMap(([start, end]) => [
    Buffer.from(
      `--edge\r\nContent-Type: video/mp4\r\n${isNamed ? `Content-Range: bytes ${start}-${end}/${size}\r\n` : ''}\r\n`,
    ),
    Buffer.from(whole.bytes.slice(start, end + 1)),
    Buffer.from('\r\n'),
  ]);
  const bytes = new Uint8Array(Buffer.concat([...chunks, Buffer.from('--edge--\r\n')]));
  const typed = withHeader({ ...whole, status: 206, bytes }, 'content-type', 'multipart/byteranges; boundary=edge');
  return withHeader(typed, 'content-length', undefined);
}

function keep(wholes: Map<string, Promise<Answer>>, call: Call, engine: Engine): Promise<Answer> {
  const known = wholes.get(call.id) ?? engine({ ...call, method: 'GET', headers: plain(call.headers) });
  wholes.set(call.id, known);
  return known;
}

function plain(from: Headers): Headers {
  const headers = new Headers(from);
  for (const name of ['range', 'if-range', 'if-match', 'if-none-match', 'if-modified-since']) headers.delete(name);
  return headers;
}
