/**
 * One request and its response, as the report keeps them. Verdicts use nothing else, so an old run can be judged again.
 */

import * as z from 'zod';
import { KEY_NAMES } from './keys.ts';

const HeaderLine = z.tuple([z.string(), z.string()]);
export type HeaderLine = z.output<typeof HeaderLine>;

/** The content of an MP4 file. */
export const ClipFacts = z.object({
  boxes: z.array(z.string()),
  brand: z.string().optional(),
  /** The compatible brands. Reports of earlier versions do not have them. */
  brands: z.array(z.string()).optional(),
  readable: z.boolean(),
  problem: z.string().optional(),
  /** The reason why the reader cannot read a file that may be valid. */
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
      /** The largest distance in seconds of a frame from its place in an even rhythm of 24 frames per second. */
      jitter: z.number(),
      keyFrames: z.number(),
      /** H.264 frames that are not a sequence of units of the declared lengths. Absent in earlier versions. */
      brokenFrames: z.number().optional(),
      /** The order of the frames. Absent in reports of earlier versions. */
      order: z
        .object({
          /** Frames that are shown at the same time as another frame. */
          repeated: z.number(),
          /** The largest distance between the stored position and the shown position of a frame. */
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
      /** Packets that do not begin after the packet before them. */
      backwards: z.number().optional(),
      /** The rate without repetitions such as silence. Absent in reports of earlier versions. */
      bytesPerSecond: z.number().optional(),
    })
    .optional(),
});
export type ClipFacts = z.output<typeof ClipFacts>;

/** A body: whole text, whole small bytes, or the digest and three windows of a large body (start, middle, end). */
export const Body = z.object({
  size: z.number(),
  sha256: z.string(),
  text: z.string().optional(),
  windows: z.array(z.object({ start: z.number(), base64: z.string() })).optional(),
  /** The body may be text, but it was not kept because of the limit for a run. Its content is unknown. */
  isUnkept: z.literal(true).optional(),
  /** The bytes are not in the coding that Content-Encoding names. */
  isMiscoded: z.literal(true).optional(),
  clip: ClipFacts.optional(),
});
export type Body = z.output<typeof Body>;

const FAILURES = ['unreachable', 'reset', 'timeout', 'protocol', 'tls', 'stopped', 'dropped'] as const;
export type FailureKind = (typeof FAILURES)[number];

/** The behavior of a separate connection. */
const Connection = z.object({
  /** The HTTP version in the first line of the response. */
  version: z.enum(['1.0', '1.1']),
  /** Whether the server closed the connection after its response. */
  isClosed: z.boolean(),
  /** The body was held back, and the server never asked for it. */
  isUnasked: z.boolean(),
  /** Statuses below 200 that came before the answer. */
  interim: z.array(z.number()),
});
export type Connection = z.output<typeof Connection>;

/** The parts of a request that a client cannot set by method, address, headers and body. */
const RequestForm = z.object({
  /** The request target, if it is not the path. */
  target: z.string().optional(),
  /** The lines of Host, if they differ from the address. */
  hosts: z.array(z.string()).optional(),
  /** The request used a separate connection and this version of HTTP, with the body unchanged. */
  version: z.enum(['1.0', '1.1']).optional(),
  /** The body waited until the server asked for it. */
  holdsBody: z.boolean().optional(),
});

export const Exchange = z.object({
  n: z.number(),
  /** The probe that sent the request, and the name of the request there. */
  probe: z.string(),
  label: z.string(),
  /** The key of the profile that was sent, if any. */
  key: z.enum(KEY_NAMES).optional(),
  /** Milliseconds from the start of the run, and until the response was complete. */
  at: z.number(),
  ms: z.number(),
  request: z.object({
    method: z.string(),
    url: z.url({ protocol: /^https?$/ }),
    headers: z.array(HeaderLine),
    body: z.string().optional(),
    /** The bytes of a body that is not text. Absent in reports of earlier versions. */
    base64: z.string().optional(),
    form: RequestForm.optional(),
    /** It contained a key in another form, such as base64. */
    isRespelled: z.boolean().optional(),
  }),
  response: z
    .object({
      status: z.number(),
      headers: z.array(HeaderLine),
      body: Body,
      /** Whether the body arrived as announced. It did not if the kit cut the download. */
      complete: z.boolean(),
      connection: Connection.optional(),
    })
    .optional(),
  failure: z
    .object({
      kind: z.enum(FAILURES),
      message: z.string(),
      /** The beginning of the received bytes, quoted, if they are not HTTP. */
      came: z.string().optional(),
    })
    .optional(),
  /** A 429 or 503 that was retried: the next exchange of this name counts. */
  superseded: z.boolean().optional(),
  /** Outside of the three operations: an unknown path or method, or no valid HTTP. */
  beyond: z.boolean().optional(),
  /** The server may close the connection instead of answering: the request is too large, or not valid HTTP. */
  mayHangUp: z.boolean().optional(),
  /** Another origin answered after a redirect, so its errors are not errors of the API. */
  elsewhere: z.boolean().optional(),
  /** The request followed a redirect to any origin, so it is not an operation of the API. */
  redirected: z.boolean().optional(),
});
export type Exchange = z.output<typeof Exchange>;
export type RecordedAnswer = NonNullable<Exchange['response']>;

/** Returns the value of a header, ignoring case. Repeated lines are joined. Each list is parsed once. */
export function header({ headers }: { readonly headers: readonly HeaderLine[] }, name: string): string | undefined {
  const known = BY_NAME.get(headers) ?? byName(headers);
  return known.get(name.toLowerCase());
}

/** A cache, because hundreds of checks read the headers of all responses. */
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

/** Parses the body once; undefined if it is not JSON, or nested too deeply for any reader of the API. */
export function jsonOf({ body }: RecordedAnswer): unknown {
  if (!READ.has(body)) READ.set(body, parsed(body.text ?? ''));
  return READ.get(body);
}

/** Returns a text of the JSON object in a body, by its name. */
export function textIn(answer: RecordedAnswer | undefined, name: string): string | undefined {
  const value: unknown = answer && Reflect.get(Object(jsonOf(answer)), name);
  return typeof value === 'string' ? value : undefined;
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

/** Returns the bytes from `start` to `end`, both included, if they were kept. */
export function bytesOf(body: Body, start: number, end: number): Buffer | undefined {
  if (body.text !== undefined && body.windows === undefined) return Buffer.from(body.text).subarray(start, end + 1);
  for (const window of body.windows ?? []) {
    const bytes = Buffer.from(window.base64, 'base64');
    const from = start - window.start;
    if (from >= 0 && end - window.start < bytes.length) return bytes.subarray(from, end - window.start + 1);
  }
  return undefined;
}
