/** Steps through the frames of a clip, and reads their codes. */

import type { RefObject, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  FRAMES_PER_SECOND,
  frameAt,
  frameCount,
  idFrom,
  readFrameCode,
  stripOf,
  timeOfFrame,
  type FrameCode,
} from '../model/clip-frame.ts';

interface FrameStepsProps {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly id: string;
}

interface Seen {
  /** The requested frame. */
  readonly frame: number;
  readonly count: number;
  /** The code in the picture; undefined if it is unreadable. */
  readonly code: FrameCode | undefined;
}

/** The number of frames that contain the id. */
const ID_FRAMES = 8;

/** Buttons, arrow keys, and what the block code says. */
export function FrameSteps({ video, id }: FrameStepsProps): VNode {
  const { seen, named, steer } = useFrames(video);
  const step = (by: number): void => steer((shown) => shown + by);
  return (
    <div
      class="stack"
      role="group"
      aria-label="Frames: the arrow keys step, too"
      onKeyDown={(event) => onArrow(event, step)}
    >
      <div class="row end">
        {STEPS.map(([by, name]) => (
          <button key={by} onClick={() => step(by)}>
            {name}
          </button>
        ))}
        <label>
          Frame
          <input
            type="number"
            min="0"
            max={seen && seen.count - 1}
            value={seen?.frame ?? 0}
            onChange={({ currentTarget }) => {
              const wanted = currentTarget.valueAsNumber || 0;
              steer(() => wanted);
            }}
          />
        </label>
      </div>
      {seen === undefined ? null : (
        <p role="status">
          Frame {seen.frame} of {seen.count}, at {(seen.frame / FRAMES_PER_SECOND).toFixed(3)} s. {codeWords(seen)}{' '}
          {idWords(named, id)}
        </p>
      )}
    </div>
  );
}

type FrameFrom = (shown: number) => number;

/** The shown frame, and a function that moves to another. The first frames contain the id, so no click is needed. */
function useFrames(video: FrameStepsProps['video']) {
  const [seen, setSeen] = useState<Seen>();
  const [named, setNamed] = useState<string>();
  const codes = useRef(new Map<number, FrameCode>());
  const turn = useRef(Promise.resolve());
  const isSteered = useRef(false);
  const show = async (frameFrom: FrameFrom): Promise<void> => {
    const player = video.current;
    if (player === null || !Number.isFinite(player.duration)) return;
    const count = frameCount(player.duration);
    const wanted = Math.min(Math.max(frameFrom(frameAt(player.currentTime)), 0), count - 1);
    await seek(player, timeOfFrame(wanted));
    const code = await settledCode(player, wanted);
    if (code !== undefined) codes.current.set(code.frame, code);
    setNamed(idFrom(codes.current.values()));
    setSeen({ frame: wanted, count, code });
  };
  /** Seeks one after the other, because a seek during a seek would read another frame. */
  const showInTurn = (frameFrom: FrameFrom): Promise<void> => (turn.current = turn.current.then(() => show(frameFrom)));
  const steer = (frameFrom: FrameFrom): void => {
    isSteered.current = true;
    void showInTurn(frameFrom);
  };
  useEffect(() => {
    const begin = async (): Promise<void> => {
      for (let frame = ID_FRAMES - 1; frame >= 0 && !isSteered.current; frame--) await showInTurn(() => frame);
    };
    // Without data it does nothing yet.
    void begin();
    video.current?.addEventListener('loadeddata', () => void begin(), { once: true });
  }, []);
  return { seen, named, steer };
}

const STEPS: readonly (readonly [by: number, name: string])[] = [
  [-FRAMES_PER_SECOND, '−1 second'],
  [-1, 'Previous frame'],
  [1, 'Next frame'],
  [FRAMES_PER_SECOND, '+1 second'],
];

function codeWords({ frame, code }: Seen): string {
  if (code === undefined) return 'The frame code is unreadable.';
  return code.frame === frame ? `Frame code ${code.frame} ✓` : `Frame code ${code.frame} ✗`;
}

function idWords(named: string | undefined, id: string): string {
  if (named === undefined) return '';
  return named === id
    ? 'The first frames contain the id of this generation.'
    : `The first frames contain the id of another generation: ${named}`;
}

function onArrow(event: KeyboardEvent, step: (by: number) => void): void {
  if (event.target instanceof HTMLInputElement) return;
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
  event.preventDefault();
  step(event.key === 'ArrowLeft' ? -1 : 1);
}

async function seek(player: HTMLVideoElement, seconds: number): Promise<void> {
  player.pause();
  if (player.currentTime === seconds) return;
  const arrived = new Promise((resolve) => player.addEventListener('seeked', resolve, { once: true }));
  player.currentTime = seconds;
  await arrived;
}

/** The code of the frame that was asked for; its picture may come a little after the seek. */
async function settledCode(player: HTMLVideoElement, wanted: number): Promise<FrameCode | undefined> {
  let code = readCode(player);
  for (let tries = 0; code?.frame !== wanted && tries < 50; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 40));
    code = readCode(player);
  }
  return code;
}

/** Reads the pixels of the frame that is shown. */
function readCode(player: HTMLVideoElement): FrameCode | undefined {
  const size = { width: player.videoWidth, height: player.videoHeight };
  const { width, height } = stripOf(size);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null || width > size.width) return undefined;
  context.drawImage(player, 0, 0, width, height, 0, 0, width, height);
  return readFrameCode(context.getImageData(0, 0, width, height), size);
}
