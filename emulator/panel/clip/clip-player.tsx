/** Plays a clip and steps through its frames. The clip comes from the control API, so no client's count changes. */

import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { controlPath, fetchControl, problemText } from '../api.ts';
import { shellWord } from '../model/command.ts';
import type { GenerationView } from '../../control/routes/generations.ts';
import { Alert, Card } from '../shared/parts.tsx';
import { CopyBlock } from '../shared/copy-block.tsx';
import { FrameSteps } from './frame-steps.tsx';

interface ClipPlayerProps {
  readonly account: string;
  readonly id: string;
  /** The status, or undefined in a proxy, which does not know it. */
  readonly status: GenerationView['status'] | undefined;
}

/** Shows a button, and the video when it is loaded. */
export function ClipPlayer({ account, id, status }: ClipPlayerProps): VNode {
  const url = `${location.origin}/v1/videos/${encodeURIComponent(id)}/content`;
  return (
    <Card title="Clip">
      {status === undefined ? (
        <p class="soft">The clip is at the service behind this proxy. The proxy does not keep the key to read it.</p>
      ) : status === 'completed' ? (
        <Player account={account} id={id} />
      ) : (
        <p class="bad">
          A client last saw the generation as {status}. Only a completed generation has a clip: poll it, or move it.
        </p>
      )}
      <details>
        <summary>Download with a command</summary>
        <CopyBlock
          what="download command"
          text={`curl -f -o clip.mp4 ${shellWord(url)} -H "Authorization: Bearer $STANDIN_API_KEY"`}
        />
      </details>
    </Card>
  );
}

const UNPLAYABLE =
  'This browser cannot play the clip, because it does not support H.264. Some systems need an extra package for H.264.';

function Player({ account, id }: Pick<ClipPlayerProps, 'account' | 'id'>): VNode {
  const [url, setUrl] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url]);
  const play = async (): Promise<void> => {
    try {
      const path = controlPath('/accounts/{name}/generations/{id}/clip', { name: account, id });
      const response = await fetchControl(path);
      setUrl(URL.createObjectURL(await response.blob()));
      setProblem(undefined);
    } catch (cause) {
      setProblem(problemText(cause));
    }
  };
  return (
    <>
      {url === undefined ? (
        <div class="row">
          <button class="main" onClick={() => void play()}>
            Play clip
          </button>
          <span class="soft">Playing here isn't a client download: no rules apply and it isn't logged.</span>
        </div>
      ) : (
        <>
          <video
            ref={video}
            src={url}
            controls
            playsInline
            aria-label={`Clip of ${id}`}
            onError={() => setProblem(UNPLAYABLE)}
          />
          <FrameSteps key={url} video={video} />
        </>
      )}
      <Alert text={problem} />
    </>
  );
}
