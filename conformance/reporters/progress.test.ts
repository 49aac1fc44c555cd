import { expect, test } from 'vitest';
import type { RunEvent } from '../engine/open-run.ts';
import type { ProgressOptions } from '../text/live-line.ts';
import { createProgress } from './progress.ts';

const EVENTS: readonly RunEvent[] = [
  { type: 'plan', checks: 9, probes: 4, creates: 2, price: 0.96, worst: 1.2 },
  { type: 'began', id: 'get.unknown' },
  { type: 'probe', id: 'get.unknown', done: 1, of: 4, spent: 0 },
  { type: 'began', id: 'clip.base' },
  { type: 'generation', id: 'clip.base', status: 'running', wanted: 'completed', spent: 0.48 },
  { type: 'waiting', reason: 'GET /v1/videos/x: the server asks to wait 3 s', spent: 0.48 },
];

function written(style: ProgressOptions['style'], width = 100, events = EVENTS): string {
  let text = '';
  const progress = createProgress({ style, width, write: (more) => (text += more) });
  events.forEach((event) => progress.onEvent(event));
  progress.end();
  return text;
}

test('on a terminal, one line shows the progress, the money and the waits, and is removed at the end', () => {
  const lines = written('live').split('\r\u001b[2K');
  expect(lines).toContain('[===         ] 1/4  $0.48  waiting for clip.base (running)');
  expect(lines).toContain('[===         ] 1/4  $0.48  waiting: GET /v1/videos/x: the server asks to wait 3 s');
  expect(lines.at(-1)).toBe('');
});

test('no line is wider than the terminal', () => {
  const lines = written('live', 40).split('\r\u001b[2K');
  expect(lines.filter((line) => line.length >= 40)).toEqual([]);
  expect(lines).toContain('1/4  $0.48  waiting for clip.base (run…');
});

test('elsewhere, milestones are lines without control characters', () => {
  expect(written('plain')).toBe(
    '9 checks, 4 probes, 2 paid creates, $0.96 planned, at most $1.20\nwaiting: GET /v1/videos/x: the server asks to wait 3 s\n',
  );
});

const ENDING: readonly RunEvent[] = (
  [
    ['files.image.type', 'failed', 'failed'],
    ['clip.base', 'completed', 'completed'],
    ['clip.edit', 'failed', 'completed'],
    ['files.audio.type', 'completed', 'failed'],
  ] as const
).flatMap(([id, status, wanted], at): RunEvent[] => [
  { type: 'began', id },
  { type: 'generation', id, status: 'running', wanted, spent: 0 },
  { type: 'generation', id, status, wanted, spent: 0 },
  { type: 'probe', id: 'get.unknown', done: 2 * at + 1, of: 36, spent: 0 },
  { type: 'probe', id, done: 2 * at + 2, of: 36, spent: 0 },
]);

test('a generation that has ended is a line with its end, and whether this end was expected', () => {
  expect(written('plain', 100, ENDING)).toBe(
    [
      '[2/36] files.image.type: ended without a clip, as expected',
      '[4/36] clip.base: completed',
      '[6/36] clip.edit: failed, which was not expected',
      '[8/36] files.audio.type: completed, which was not expected',
      '',
    ].join('\n'),
  );
  expect(written('live', 100, ENDING.slice(0, 5))).not.toContain('failed');
});

test('a count of one has the singular', () => {
  const plan: RunEvent = { type: 'plan', checks: 1, probes: 1, creates: 1, price: 0.96, worst: 1 };
  expect(written('plain', 100, [plan])).toBe('1 check, 1 probe, 1 paid create, $0.96 planned, at most $1.00\n');
});

test('in CI, the run does not print progress', () => {
  expect(written('quiet')).toBe('');
});
