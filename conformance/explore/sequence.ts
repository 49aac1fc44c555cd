/** A sequence of requests as data, which an exploration draws, sends, judges and simplifies. */

import { randomUUID } from 'node:crypto';
import type { Exchange, HeaderLine } from '../client/exchange.ts';
import type { KeyName } from '../client/keys.ts';
import type { Sent, Spec } from '../client/spec.ts';
import { EVERY_WAY } from '../checks/authentication/credentials.ts';
import { TEXT, without } from '../checks/lib/bodies.ts';
import { isObject, jsonIn } from '../engine/evidence.ts';
import { acceptedId } from '../engine/probe-tools.ts';
import { statusOf } from '../engine/make-generation.ts';

/**
 * One request. In its path and its body, `{a}` stands for the id of the generation with the name `a`. In its headers,
 * `{play}` stands for a text that differs in each play.
 */
export interface Step {
  readonly method: string;
  /** The path after the base URL. */
  readonly path: string;
  readonly key?: KeyName;
  /** The name of an unusual way to write the Authorization header. */
  readonly spelling?: string;
  readonly headers?: readonly HeaderLine[];
  readonly body?: string;
  /** The name for the generation of an accepted create. */
  readonly name?: string;
  /** The step leaves together with the step before it. */
  readonly isTogether?: boolean;
  /** The step polls until the generation has ended. */
  readonly isPolling?: boolean;
  /** The client loses the response, so the model of the account must not use it. */
  readonly isLost?: boolean;
  /** The request is malformed, or outside of the three operations. No error envelope is promised. */
  readonly isBeyond?: boolean;
}

export type Sequence = readonly Step[];

/** A request that was sent, and the response. */
export interface Played {
  readonly step: Step;
  /** The sent body. */
  readonly body: string | undefined;
  readonly exchange: Exchange;
  readonly bytes: Buffer | undefined;
}

/** Sends one request within the limits of the run. Resolves to undefined at the end of the budget or run. */
export type Send = (label: string, spec: Omit<Spec, 'probe' | 'label'>) => Promise<Sent | undefined>;

export interface Player {
  readonly send: Send;
  /** Waits before the poll after this number of polls. */
  readonly pause: (polls: number) => Promise<void>;
  readonly isOver: () => boolean;
  /** The maximum time of one generation. */
  readonly generationSeconds: number;
}

/** Returns a create with the usual headers. */
export function createOf(body: object, more: Partial<Step> = {}, idempotencyKey?: string): Step {
  const keyed: HeaderLine[] = idempotencyKey === undefined ? [] : [['Idempotency-Key', idempotencyKey]];
  const headers: HeaderLine[] = [['Content-Type', 'application/json'], ...keyed];
  return { method: 'POST', path: '/v1/videos', headers, body: JSON.stringify(body), ...more };
}

/** Draws steps that leave together. */
export function together(length: number, draw: () => Step): Sequence {
  return Array.from({ length }, (_, at) => ({ ...draw(), ...(at > 0 && { isTogether: true }) }));
}

/** Spellings of the scheme in the Authorization header that RFC 9110, 11.1, treats as equal. */
export const EQUAL_SCHEMES = ['bearer', 'BEARER', 'bEARER'];

/** The spellings of the Authorization header by their names: equal spellings, and the wrong ones of the kit. */
const SPELLINGS: ReadonlyMap<string, (key: string) => string> = new Map([
  ...EQUAL_SCHEMES.map((scheme) => [scheme, (key: string) => `${scheme} ${key}`] as const),
  ...EVERY_WAY,
]);

/** Sends a sequence. Steps that name a generation which was not made are left out. */
export async function play(sequence: Sequence, player: Player): Promise<Played[]> {
  const played: Played[] = [];
  // An Idempotency-Key of an earlier play would replay its generation.
  const texts = new Map([['play', randomUUID().slice(0, 13)]]);
  const starts = sequence.flatMap(({ isTogether }, at) => (at > 0 && isTogether === true ? [] : [at]));
  for (const [nth, start] of starts.entries()) {
    const group = sequence.slice(start, starts[nth + 1]);
    const sent = await Promise.all(group.map((step) => playStep(step, texts, player)));
    for (const one of sent.flat()) {
      played.push(one);
      const id = acceptedId(one.exchange);
      if (one.step.name !== undefined && id !== undefined && one.step.isLost !== true) texts.set(one.step.name, id);
    }
  }
  return played;
}

async function playStep(step: Step, texts: ReadonlyMap<string, string>, player: Player): Promise<Played[]> {
  const spec = specOf(step, texts);
  const played: Played[] = [];
  if (spec === undefined) return played;
  const until = performance.now() + player.generationSeconds * 1000;
  // A slower generation is left alone.
  for (let polls = 0; performance.now() < until && !player.isOver(); polls += 1) {
    if (polls > 0) await player.pause(polls);
    const sent = await player.send(labelOf(step, polls), spec);
    if (sent === undefined) break;
    played.push({ step, body: spec.body, ...sent });
    const status = statusOf(sent.exchange);
    if (step.isPolling !== true || (status !== 'pending' && status !== 'running')) break;
  }
  return played;
}

/** Returns whether a step is a plain download of a whole clip. */
export function isWhole({ method, path, headers = [] }: Step): boolean {
  const isPlain = !headers.some(([name]) => /^(range|if-|accept-encoding)/i.test(name));
  return method === 'GET' && path.endsWith('/content') && isPlain;
}

/** Returns the name by which passive checks recognize the request. */
function labelOf(step: Step, polls: number): string {
  const { method, spelling, isPolling } = step;
  const usual = method === 'POST' ? 'create' : isWhole(step) ? 'whole' : 'look';
  return spelling ?? (isPolling === true ? `poll ${polls + 1}` : usual);
}

const NAMES = /\{([a-z]+)\}/g;

function specOf(step: Step, texts: ReadonlyMap<string, string>) {
  const { method, path, key, spelling, headers = [], body, isBeyond } = step;
  if (namesIn(step).some((name) => !texts.has(name))) return undefined;
  const filled = (text: string): string => text.replaceAll(NAMES, (all, name: string) => texts.get(name) ?? all);
  return {
    method,
    path: filled(path),
    key,
    ...(spelling !== undefined && { spell: SPELLINGS.get(spelling) }),
    headers: headers.map(([name, value]): HeaderLine => [name, filled(value)]),
    body: body && filled(body),
    ...(path.endsWith('/content') && { follow: true }),
    ...(isBeyond === true && { outsideApi: true, mayHangUp: true }),
  };
}

/** Returns the generations that a step uses, by their names in the sequence. */
export function namesIn({ path, body = '' }: Step): string[] {
  return [...`${path} ${body}`.matchAll(NAMES)].map(([, name = '']) => name);
}

/** Returns simpler forms of the same request. */
export function plainer(step: Step): Step[] {
  const { isTogether = false, ...alone } = step;
  const { headers = [], body = '' } = step;
  const fewer = headers.flatMap(([name], at) =>
    name === 'Content-Type' ? [] : [{ ...step, headers: headers.toSpliced(at, 1) }],
  );
  return [...(isTogether ? [alone] : []), ...fewer, ...plainerBodies(body).map((one) => ({ ...step, body: one }))];
}

/** Returns bodies without a field, with its usual value, or with shorter lists. */
function plainerBodies(text: string): string[] {
  const body = jsonIn(text);
  if (!isObject(body)) return [];
  const variants = Object.entries(body).flatMap(([field, value]) => {
    const usual: unknown = Reflect.get(TEXT, field);
    const shorter = Array.isArray(value) && value.length > 1 ? [value.slice(1), value.slice(0, 1)] : [];
    const plainer = usual === undefined ? without(body, field) : { ...body, [field]: usual };
    return [plainer, ...shorter.map((list) => ({ ...body, [field]: list }))];
  });
  // Another spelling of the same JSON comes first.
  return [body, ...variants].map((one) => JSON.stringify(one));
}
