/** Servers that send a clip with other properties than requested, or send it wrongly. */

import { answering, withStatus, withText } from '../../tamper/answers.ts';
import { creating } from '../../tamper/create-change.ts';
import { refusalAnswer } from '../../tamper/create.ts';
import { atSpeed, oneShort, retracking, standingStill } from '../../tamper/tracks.ts';
import { mutant, type Mutant } from '../../mutant.ts';
import type { Fields } from '../../../checks/lib/answers.ts';
import { fieldsOf, jsonAnswer, withHeader, type Answer, type Tampering, type Call } from '../../server.ts';

const has =
  (fields: Fields) =>
  (body: Fields): boolean =>
    Object.entries(fields).every(([name, value]) => body[name] === value);
/** Replaces some fields of some creates. */
const instead = (when: Fields, more: Fields): (() => Tampering) =>
  creating((body) => (has(when)(body) ? { ...body, ...more } : body));
const whole = (change: (answer: Answer) => Answer): (() => Tampering) =>
  answering('content', (answer) => (answer.status === 200 ? change(answer) : answer));
/** Searches the whole body: in a pair, the other defect may have changed the envelope. */
const isRefusalFor = ({ status, bytes }: Answer, code: string): boolean =>
  status >= 400 && new TextDecoder().decode(bytes).includes(`"code":"${code}"`);
/** Replaces the answer to downloads that are rejected with this code. */
const refusedFor = (code: string, instead: (call: Call) => Answer | undefined): (() => Tampering) =>
  answering('content', (answer, call) => (isRefusalFor(answer, code) ? (instead(call) ?? answer) : answer));
const emptyClip = (): Answer => ({
  status: 200,
  headers: new Headers({ 'content-type': 'video/mp4' }),
  bytes: new TextEncoder().encode('....ftypisom'),
});
const isUuid = ({ id }: Call): boolean => id.length === 36;

const FILE: readonly Mutant[] = [
  mutant('content.answer.status', 'answers downloads with 201', { tamper: whole((answer) => withStatus(answer, 201)) }),
  mutant('content.answer.type', 'declares a clip as application/octet-stream', {
    tamper: whole((answer) => withHeader(answer, 'content-type', 'application/octet-stream')),
  }),
  mutant('content.answer.video', 'sends a clip that is cut off', {
    tamper: whole((answer) => ({
      ...withHeader(answer, 'content-length', undefined),
      bytes: answer.bytes.slice(0, Math.floor(answer.bytes.length / 2)),
    })),
  }),
  mutant('content.answer.video', 'sends a page of HTML as video/mp4', {
    id: 'content.answer.video.html',
    tamper: whole((answer) => withText(answer, '<html>Please log in.</html>')),
  }),
  mutant('content.answer.length', 'announces the length of an earlier file', {
    tamper: whole((answer) => withHeader(answer, 'content-length', String(answer.bytes.length + 1))),
  }),
  mutant('content.frame-rate', 'makes 25 frames per second', { tamper: retracking('vide', atSpeed(25 / 24)) }),
  mutant('content.frames.order', 'gives all frames the same time', {
    tamper: retracking('vide', standingStill),
  }),
  mutant('content.duration.bounds', 'makes clips one frame short', { tamper: retracking('vide', oneShort) }),
  mutant('content.audio.synchronized', 'plays the sound at half speed', {
    tamper: retracking('soun', atSpeed(1 / 2)),
  }),
];

const SHAPE: readonly Mutant[] = [
  mutant('content.duration.requested.text', 'makes five seconds for every length', {
    tamper: instead({ duration_seconds: 4 }, { duration_seconds: 5 }),
  }),
  mutant('content.duration.requested.longer', 'makes no clip longer than four seconds', {
    tamper: instead({ duration_seconds: 5, aspect_ratio: '3:4' }, { duration_seconds: 4 }),
  }),
  mutant('content.duration.requested.extend', 'makes an extension as long as its source', {
    tamper: instead({ reference_video_operation: 'extend' }, { duration_seconds: 4 }),
  }),
  mutant('content.duration.edit', 'makes an edit as long as `duration_seconds`', {
    tamper: instead({ reference_video_operation: 'edit' }, { reference_video_operation: 'extend' }),
  }),
  mutant('content.resolution.480p', 'makes 720p for 480p', {
    tamper: instead({ resolution: '480p', aspect_ratio: '4:3' }, { resolution: '720p' }),
  }),
  mutant('content.resolution.edit', 'extends at the next tier', {
    tamper: instead({ reference_video_operation: 'extend' }, { resolution: '720p' }),
  }),
  mutant('content.aspect-ratio.4-3', 'makes squares for 4:3', {
    tamper: instead({ aspect_ratio: '4:3' }, { aspect_ratio: '1:1' }),
  }),
  mutant('content.aspect-ratio.9-16', 'swaps width and height', {
    tamper: instead({ aspect_ratio: '9:16' }, { aspect_ratio: '16:9' }),
  }),
  mutant('content.audio.on', 'makes no sound', { tamper: instead({ audio: true }, { audio: false }) }),
  mutant('content.audio.off', 'makes sound all the same', {
    tamper: instead({ audio: false }, { audio: true }),
  }),
];

const REFUSED: readonly Mutant[] = [
  mutant('content.not-completed', 'answers 200 with an empty clip until the clip is finished', {
    tamper: refusedFor('content_not_ready', emptyClip),
  }),
  mutant('content.failed', 'answers 200 with an empty clip after a failure', {
    tamper: refusedFor('content_unavailable', emptyClip),
  }),
  mutant('content.failed.in-part', 'serves a part of a clip that failed later', {
    tamper: refusedFor('content_unavailable', (call) => (call.headers.has('range') ? emptyClip() : undefined)),
  }),
  mutant('content.unknown', 'answers 200 for the content of an unknown id', {
    tamper: refusedFor('video_not_found', (call) => (isUuid(call) ? emptyClip() : undefined)),
  }),
  mutant('content.unknown', 'answers 403 for the content of an unknown id', {
    id: 'content.unknown.403',
    tamper: refusedFor('video_not_found', (call) => (isUuid(call) ? refusalAnswer(403, 'forbidden') : undefined)),
  }),
  mutant('content.malformed', 'crashes if an id is not a UUID', {
    tamper: refusedFor('video_not_found', (call) => (isUuid(call) ? undefined : refusalAnswer(500, 'internal_error'))),
  }),
  mutant('get.unknown', 'answers 200 with null for an unknown record', {
    tamper: answering('get', (answer, call) =>
      answer.status === 404 && isUuid(call) ? jsonAnswer(200, null) : answer,
    ),
  }),
  mutant('get.malformed', 'crashes if the id of a get is not a UUID', {
    tamper: answering('get', (answer, call) =>
      answer.status === 404 && !isUuid(call) ? refusalAnswer(500, 'internal_error') : answer,
    ),
  }),
  mutant('get.answer.status', 'answers 203 once a generation is completed', {
    tamper: answering('get', (answer) =>
      fieldsOf(answer)['status'] === 'completed' ? withStatus(answer, 203) : answer,
    ),
  }),
];

export const CONTENT_MUTANTS: readonly Mutant[] = [...FILE, ...SHAPE, ...REFUSED];
