/** Sends a request of the journal again, without a terminal. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Entry } from '../../journal/entry.ts';
import { requestHeaders } from '../model/answer.ts';
import { choose } from '../router.ts';
import { Alert } from '../shared/parts.tsx';
import { keyOf, sendToApi } from '../shared/send.ts';

/** The headers that the page can set. The browser sets the others. */
const SENDABLE = new Set(['content-type', 'idempotency-key', 'range', 'if-range']);

/** Shows the button if the key is known and the journal kept the whole body. */
export function SendAgain({ entry }: { readonly entry: Entry }): VNode {
  const [problem, setProblem] = useState<string>();
  const { account, method, path, request } = entry;
  const isCut = request.body !== null && new TextEncoder().encode(request.body).length !== request.bytes;
  if (account === null || keyOf(account) === '' || isCut) {
    const why = isCut ? 'The journal kept only the beginning of the body.' : 'The panel does not know the API key.';
    return <p class="soft">{why} Use the command.</p>;
  }
  const send = async (): Promise<void> => {
    const sent = requestHeaders(entry).filter(([name]) => SENDABLE.has(name));
    try {
      const { requestId } = await sendToApi({
        account,
        method,
        path,
        headers: Object.fromEntries(sent),
        body: request.body,
      });
      setProblem(undefined);
      if (requestId !== '') choose({ selected: requestId });
    } catch {
      setProblem('The server sent no response.');
    }
  };
  return (
    <p class="row">
      <button class="main" onClick={() => void send()}>
        Send again
      </button>
      <span class="soft">with the key of {account}</span>
      <Alert text={problem} />
    </p>
  );
}
