/**
 * One request and what came back, as the report keeps it. A verdict looks at nothing else, so an old run can be judged
 * again.
 */

import * as z from 'zod';
import { KEY_NAMES } from './keys.ts';

const HeaderLine = z.tuple([z.string(), z.string()]);
export type HeaderLine = z.output<typeof HeaderLine>;

/** What an MP4 file turned out to hold. */
export const ClipFacts = z.object({
  boxes: z.array(z.string()),
  brand: z.string().optional(),
  /** The compatible brands. Reports of earlier versions do not have them. */
  brands: z.array(z.string()).optional(),
  readable: z.boolean(),
  problem: z.string().optional(),
  /** Why the reader cannot tell what is in a file that may well be right. */
  unread: z.string().optional(),
  video: z
    .object({
      codec: z.string().nullable(),
      width: z.number(),
      height: z.number(),
      frames: z.number(),
      seconds: z.number(),
      start: z.number(),
      framesPerSecond: z.number(),
      /** The largest distance of a frame from its place in an even rhythm of 24 a second, in seconds. */
      jitter: z.number(),
      keyFrames: z.number(),
      /** Frames of H.264 that are no row of units, each as long as it says; reports of earlier versions do not tell. */
      brokenFrames: z.number().optional(),
      /** How the frames follow each other; reports of earlier versions do not tell. */
      order: z
        .object({
          /** Frames that are shown at the same time as another. */
          repeated: z.number(),
          /** The most places between where a frame is stored and where it is shown. */
          displaced: z.number(),
        })
        .optional(),
    })
    .optional(),
  audio: z
    .object({
      codec: z.string().nullable(),
      seconds: z.number(),
      start: z.number(),
      channels: z.number(),
      sampleRate: z.number(),
      /** Packets that do not begin after the one before them. */
      backwards: z.number().optional(),
      /** Without what repeats itself, as silence does. Reports of earlier versions do not tell. */
      bytesPerSecond: z.number().optional(),
    })
    .optional(),
});
export type ClipFacts = z.output<typeof ClipFacts>;

/** A body: text whole, small bytes whole, of large ones the digest and three windows (start, middle, end). */
export const Body = z.object({
  size: z.number(),
  sha256: z.string(),
  text: z.string().optional(),
  windows: z.array(z.object({ start: z.number(), base64: z.string() })).optional(),
  /** It may be text, but the run had kept so much of it that this was not: nobody knows what it says. */
  isUnkept: z.literal(true).optional(),
  clip: ClipFacts.optional(),
});
export type Body = z.output<typeof Body>;

const FAILURES = ['unreachable', 'reset', 'timeout', 'protocol', 'tls', 'stopped', 'dropped'] as const;
export type FailureKind = (typeof FAILURES)[number];

/** How a connection of its own went. */
const Connection = z.object({
  /** The version of HTTP that the server speaks, by the first line of its answer. */
  version: z.enum(['1.0', '1.1']),
  /** The server closed it behind its answer. */
  isClosed: z.boolean(),
  /** The body was held back, and had to be sent without being asked for. */
  isUnasked: z.boolean(),
  /** Statuses below 200 that came before the answer. */
  interim: z.array(z.number()),
});
export type Connection = z.output<typeof Connection>;

/** The parts of a request that a client cannot set by method, address, headers and body. */
const RequestForm = z.object({
  /** The request target, if it is not the path. */
  target: z.string().optional(),
  /** The lines of Host, if they are not the one of the address. */
  hosts: z.array(z.string()).optional(),
  /** On a connection of its own, in this version of HTTP, with the body as it is. */
  version: z.enum(['1.0', '1.1']).optional(),
  /** The body waited until the server asked for it. */
  holdsBody: z.boolean().optional(),
});

export const Exchange = z.object({
  n: z.number(),
  /** The probe that sent it, and its name there. */
  probe: z.string(),
  label: z.string(),
  /** The key that was sent, if one of the profile was. */
  key: z.enum(KEY_NAMES).optional(),
  /** Milliseconds since the run began, and until the answer was complete. */
  at: z.number(),
  ms: z.number(),
  request: z.object({
    method: z.string(),
    url: z.url({ protocol: /^https?$/ }),
    headers: z.array(HeaderLine),
    body: z.string().optional(),
    /** The bytes of a body that is not text. Reports of earlier versions do not have them. */
    base64: z.string().optional(),
    form: RequestForm.optional(),
    /** A key stood in it in another form than its own, such as base64. */
    isRespelled: z.boolean().optional(),
  }),
  response: z
    .object({
      status: z.number(),
      headers: z.array(HeaderLine),
      body: Body,
      /** Whether the body arrived as announced; a download that the kit cut itself did not. */
      complete: z.boolean(),
      connection: Connection.optional(),
    })
    .optional(),
  failure: z
    .object({
      kind: z.enum(FAILURES),
      message: z.string(),
      /** The beginning of the bytes that came, quoted, if they are not HTTP. */
      came: z.string().optional(),
    })
    .optional(),
  /** A 429 or 503 that was retried: the next exchange of this name counts. */
  superseded: z.boolean().optional(),
  /** Outside of the three operations: an unknown path or method, or no valid HTTP. */
  beyond: z.boolean().optional(),
  /** The server may close the connection instead of answering: the request is too large, or not valid HTTP. */
  mayHangUp: z.boolean().optional(),
  /** Answered by another origin, to which the target redirected: its errors are not those of the API. */
  elsewhere: z.boolean().optional(),
  /** Sent to where the target redirected, on whatever origin that is: no operation of the API. */
  redirected: z.boolean().optional(),
});
export type Exchange = z.output<typeof Exchange>;
export type RecordedAnswer = NonNullable<Exchange['response']>;

/** A header of an answer by its name, in any case; lines that came twice are joined. Each list is read once. */
export function header({ headers }: { readonly headers: readonly HeaderLine[] }, name: string): string | undefined {
  const known = BY_NAME.get(headers) ?? byName(headers);
  return known.get(name.toLowerCase());
}

/** Hundreds of checks look at the headers of all answers. */
const BY_NAME = new WeakMap<readonly HeaderLine[], ReadonlyMap<string, string>>();

function byName(headers: readonly HeaderLine[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const line of headers) {
    const [name, value] = [line[0].toLowerCase(), line[1]];
    const known = values.get(name);
    values.set(name, known === undefined ? value : `${known}, ${value}`);
  }
  BY_NAME.set(headers, values);
  return values;
}

/**
 * The body as JSON; nothing if it is no JSON, or nested so deep that no reader of the API would take it. Each body is
 * read once.
 */
export function jsonOf({ body }: RecordedAnswer): unknown {
  if (!READ.has(body)) READ.set(body, parsed(body.text ?? ''));
  return READ.get(body);
}

const READ = new WeakMap<Body, unknown>();
const DEEPEST = 100;

function parsed(text: string): unknown {
  try {
    return isTooDeep(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Counts the brackets outside of strings. */
function isTooDeep(text: string): boolean {
  if (text.length <= DEEPEST) return false;
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}

/** Bytes `start` to `end`, both included, if they were kept. */
export function bytesOf(body: Body, start: number, end: number): Buffer | undefined {
  if (body.text !== undefined && body.windows === undefined) return Buffer.from(body.text).subarray(start, end + 1);
  for (const window of body.windows ?? []) {
    const bytes = Buffer.from(window.base64, 'base64');
    const from = start - window.start;
    if (from >= 0 && end - window.start < bytes.length) return bytes.subarray(from, end - window.start + 1);
  }
  return undefined;
}
