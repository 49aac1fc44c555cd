/** Steps through the frames of a clip, and reads their codes. */

import type { RefObject, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { FRAMES_PER_SECOND, frameAt, frameCount, readFrameCode, stripOf, timeOfFrame } from '../model/clip-frame.ts';

type Video = RefObject<HTMLVideoElement | null>;

interface Seen {
  /** The requested frame. */
  readonly frame: number;
  readonly count: number;
  /** The frame number in the picture. Undefined if it is unreadable. */
  readonly code: number | undefined;
}

/** Shows buttons and the frame code, and handles arrow keys. */
export function FrameSteps({ video }: { readonly video: Video }): VNode {
  const { seen, steer } = useFrames(video);
  const step = (by: number): void => steer((shown) => shown + by);
  return (
    <div
      class="stack"
      role="group"
      aria-label="Frames: the arrow keys step, too"
      onKeyDown={(event) => onArrow(event, step)}
    >
      <div class="row">
        {STEPS.map(([by, name]) => (
          <button key={by} onClick={() => step(by)}>
            {name}
          </button>
        ))}
      </div>
      {seen === undefined ? null : (
        <p role="status">
          Frame {seen.frame} of {seen.count}, at {(seen.frame / FRAMES_PER_SECOND).toFixed(3)} s. {codeWords(seen)}
        </p>
      )}
    </div>
  );
}

type FrameFrom = (shown: number) => number;

/** Returns the current frame, and a function that moves to another frame. */
function useFrames(video: Video) {
  const [seen, setSeen] = useState<Seen>();
  const turn = useRef(Promise.resolve());
  const show = async (frameFrom: FrameFrom): Promise<void> => {
    const player = video.current;
    if (player === null || !Number.isFinite(player.duration)) return;
    const count = frameCount(player.duration);
    const frame = Math.min(Math.max(frameFrom(frameAt(player.currentTime)), 0), count - 1);
    await seek(player, timeOfFrame(frame));
    setSeen({ frame, count, code: await settledCode(player, frame) });
  };
  /** Seeks run one after another, because a seek during another seek would read the wrong frame. */
  const steer = (frameFrom: FrameFrom): void => {
    turn.current = turn.current.then(() => show(frameFrom));
  };
  useEffect(() => {
    const begin = (): void => steer((frame) => frame);
    // The video may not have any data yet. Then this does nothing.
    begin();
    video.current?.addEventListener('loadeddata', begin, { once: true });
  }, []);
  return { seen, steer };
}

const STEPS: readonly (readonly [by: number, name: string])[] = [
  [-FRAMES_PER_SECOND, '−1 second'],
  [-1, 'Previous frame'],
  [1, 'Next frame'],
  [FRAMES_PER_SECOND, '+1 second'],
];

function codeWords({ frame, code }: Seen): string {
  return code === undefined ? 'The frame code is unreadable.' : `Frame code ${code} ${code === frame ? '✓' : '✗'}`;
}

function onArrow(event: KeyboardEvent, step: (by: number) => void): void {
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

/** Returns the code of the requested frame. The picture may arrive shortly after the seek. */
async function settledCode(player: HTMLVideoElement, wanted: number): Promise<number | undefined> {
  let code = readCode(player);
  for (let tries = 0; code !== wanted && tries < 50; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 40));
    code = readCode(player);
  }
  return code;
}

/** Reads the frame code from the pixels of the current frame. */
function readCode(player: HTMLVideoElement): number | undefined {
  const size = { width: player.videoWidth, height: player.videoHeight };
  const { width, height } = stripOf(size);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null || width > size.width) return undefined;
  context.drawImage(player, 0, 0, width, height, 0, 0, width, height);
  return readFrameCode(context.getImageData(0, 0, width, height), size);
}
