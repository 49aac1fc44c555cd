/** Plays a clip and steps through its frames. The clip comes from the control API, so no client's count changes. */

import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { controlPath, fetchControl, problemText } from '../api.ts';
import { dollars } from '../model/texts.ts';
import type { GenerationView } from '../../control/routes/generations.ts';
import { Alert, Card } from '../shared/parts.tsx';
import { FrameSteps } from './frame-steps.tsx';

interface ClipPlayerProps {
  readonly account: string;
  /** Undefined in front of a real service, where nobody here knows it. */
  readonly generation: GenerationView | undefined;
  readonly refund: number;
}

/** A button, and the video once it came. */
export function ClipPlayer({ account, generation, refund }: ClipPlayerProps): VNode {
  const { id = '', status, failure_code: failure } = generation ?? {};
  return (
    <Card title="Clip">
      {status === 'completed' ? (
        <Player account={account} id={id} />
      ) : (
        <p class="soft">
          {status === undefined
            ? 'The clip is at the service behind this proxy. The proxy does not keep the key to read it.'
            : status === 'failed'
              ? `This generation failed with ${failure}, so it has no clip.${refund > 0 ? ` ${dollars(refund)} was refunded.` : ''}`
              : `No clip yet: a client last saw this generation as ${status}.`}
        </p>
      )}
    </Card>
  );
}

const UNPLAYABLE = 'This browser cannot play the clip, because it does not support H.264.';

function Player({ account, id }: { readonly account: string; readonly id: string }): VNode {
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
        <>
          <div class="stage">
            <button class="main" onClick={() => void play()}>
              Play clip
            </button>
          </div>
          <p class="soft">Playing it here does not count as a download.</p>
        </>
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
