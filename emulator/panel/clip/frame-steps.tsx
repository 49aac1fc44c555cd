/** Steps through the frames of a clip, and reads their codes. */

import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../shared/parts.tsx';
import {
  FRAMES_PER_SECOND,
  frameAt,
  frameCount,
  frameIn,
  READ_CELLS,
  stripOf,
  timeOfFrame,
} from '../model/clip-frame.ts';

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
    const code = await codeAt(player, frame);
    const read = code === frame ? 'matches' : code === undefined ? 'is unreadable' : `is ${code}`;
    const place = `Frame ${frame} at ${(frame / FRAMES_PER_SECOND).toFixed(3)} s. The last frame is ${count - 1}.`;
    setSaid(`${place} The frame code ${read}.`);
  };
  // Seeks run one after another, because a seek during another seek would read the wrong frame.
  const step = (by: number): void => {
    turn.current = turn.current.then(() => show(by));
  };
  useEffect(() => {
    // The clip may have loaded before this effect. From 2 on, the player has a picture.
    if (Number(video.current?.readyState) >= 2) step(0);
    else video.current?.addEventListener('loadeddata', () => step(0), { once: true });
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  };
  return (
    <div class="stack" role="group" aria-label="Frames" onKeyDown={onKeyDown}>
      <div class="row steps">
        {Object.entries(STEPS).map(([name, by]) => (
          <Button label={name} key={name} onPress={() => step(by)} />
        ))}
      </div>
      <p role="status">{said}</p>
    </div>
  );
}

/** Shows a frame, and returns its code. The picture may arrive shortly after the seek. */
async function codeAt(player: HTMLVideoElement, frame: number): Promise<number | undefined> {
  player.pause();
  player.currentTime = timeOfFrame(frame);
  let code: number | undefined;
  for (let tries = 0; code !== frame && tries < 50; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 40));
    code = player.seeking ? undefined : readCode(player);
  }
  return code;
}

/** Reads the frame code at the top edge of the picture, from one pixel for each cell. */
function readCode(player: HTMLVideoElement): number | undefined {
  const { width, height } = stripOf({ width: player.videoWidth, height: player.videoHeight });
  const context = Object.assign(document.createElement('canvas'), { width: READ_CELLS, height: 1 }).getContext('2d');
  context?.drawImage(player, 0, 0, width, height, 0, 0, READ_CELLS, 1);
  const { data } = context?.getImageData(0, 0, READ_CELLS, 1) ?? { data: [] };
  return frameIn(Array.from({ length: READ_CELLS }, (_, at) => (Number(data[4 * at]) > 128 ? 1 : 0)));
}
