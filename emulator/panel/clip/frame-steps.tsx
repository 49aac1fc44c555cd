/** Steps through the frames of a clip, and reads their codes. */

import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../shared/parts.tsx';
import { FRAMES_PER_SECOND, frameAt, frameCount, readFrameCode, stripOf, timeOfFrame } from '../model/clip-frame.ts';

const STEPS: Readonly<Record<string, number>> = {
  '−1 second': -FRAMES_PER_SECOND,
  'Previous frame': -1,
  'Next frame': 1,
  '+1 second': FRAMES_PER_SECOND,
};

/** Shows buttons and the frame code, and handles arrow keys. */
export function FrameSteps({ video }: { readonly video: RefObject<HTMLVideoElement | null> }) {
  const [said, setSaid] = useState('');
  const turn = useRef(Promise.resolve());
  const show = async (by: number): Promise<void> => {
    const player = video.current;
    if (player === null || !Number.isFinite(player.duration)) return;
    const count = frameCount(player.duration);
    const frame = Math.min(Math.max(frameAt(player.currentTime) + by, 0), count - 1);
    await seek(player, timeOfFrame(frame));
    const code = await settledCode(player, frame);
    const read = code === frame ? 'matches' : code === undefined ? 'is unreadable' : `is ${code}`;
    const place = `Frame ${frame} at ${(frame / FRAMES_PER_SECOND).toFixed(3)} s. The last frame is ${count - 1}.`;
    setSaid(`${place} The frame code ${read}.`);
  };
  // Seeks run one after another, because a seek during another seek would read the wrong frame.
  const step = (by: number): void => {
    turn.current = turn.current.then(() => show(by));
  };
  useEffect(() => {
    video.current?.addEventListener('loadeddata', () => step(0), { once: true });
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  };
  return (
    <div class="stack" role="group" aria-label="Frames: the arrow keys step, too" onKeyDown={onKeyDown}>
      <div class="row steps">
        {Object.entries(STEPS).map(([name, by]) => (
          <Button label={name} key={name} onPress={() => step(by)} />
        ))}
      </div>
      <p role="status">{said}</p>
    </div>
  );
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
