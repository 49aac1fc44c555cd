/** Fetches the clip with the account's key, plays it, and steps through its frames. */

import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { problemText } from '../../api.ts';
import type { GenerationJson } from '../../model/control-json.ts';
import { Card } from '../shared/card.tsx';
import { Alert } from '../shared/alert.tsx';
import { knownKey, rememberKey } from '../shared/known-keys.ts';
import { typedIn } from '../shared/typed-in.ts';
import { FrameSteps } from './frame-steps.tsx';

interface ClipPlayerProps {
  readonly account: string;
  readonly id: string;
  readonly status: GenerationJson['status'];
}

/** A form for the key, and the video once it came. */
export function ClipPlayer({ account, id, status }: ClipPlayerProps): VNode {
  const [url, setUrl] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [hasKey, setHasKey] = useState(knownKey(account) !== undefined);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url]);
  const play = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const key = typedIn(event.currentTarget, 'key') || knownKey(account) || '';
    setBusy(true);
    try {
      setUrl(URL.createObjectURL(await fetchClip(id, key)));
      setProblem(undefined);
      rememberKey(account, key);
      setHasKey(true);
    } catch (cause) {
      setProblem(problemText(cause));
    }
    setBusy(false);
  };
  return (
    <Card id="clip" title="Clip">
      {status === 'completed' ? null : <p class="warn">The generation is {status}: only a completed one has a clip.</p>}
      <form class="panel-form" onSubmit={(event) => void play(event)}>
        <p class="soft">
          Downloaded as your app does it, with the key: it stands in the journal, and rules that are on act on it.
        </p>
        {hasKey ? (
          <p>The key of {account} is in the memory of this page.</p>
        ) : (
          <label>
            Key of {account} (kept in memory until the page is reloaded)
            <input name="key" type="password" autocomplete="off" required />
          </label>
        )}
        <button type="submit" disabled={isBusy}>
          {isBusy ? 'Downloading …' : 'Download and play'}
        </button>
        {hasKey ? (
          <button type="button" onClick={() => setHasKey(false)}>
            Use another key
          </button>
        ) : null}
      </form>
      <Alert text={problem} />
      {url === undefined ? null : (
        <>
          <video ref={video} src={url} controls playsInline aria-label={`Clip of ${id}`} />
          <FrameSteps key={url} video={video} id={id} />
        </>
      )}
    </Card>
  );
}

/** The whole clip; the message of what went wrong is the service's own. */
async function fetchClip(id: string, key: string): Promise<Blob> {
  const response = await fetch(`/v1/videos/${encodeURIComponent(id)}/content`, {
    headers: { authorization: `Bearer ${key}` },
    cache: 'no-store',
  }).catch(() => {
    throw new Error('The download broke off before its headers.');
  });
  if (!response.ok) throw new Error(`The service answered ${response.status}: ${await messageOf(response)}`);
  const length = response.headers.get('content-length');
  const blob = await response.blob().catch(() => {
    throw new Error(
      `The download broke off: of ${length ?? 'an unknown number of'} bytes not all came. "Bytes" shows where.`,
    );
  });
  return blob;
}

async function messageOf(response: Response): Promise<string> {
  const text = await response.text().catch(() => '');
  try {
    const { error } = JSON.parse(text) as { error?: { code?: string; message?: string } };
    return `${error?.code ?? ''} ${error?.message ?? ''}`.trim();
  } catch {
    return text.slice(0, 200);
  }
}
