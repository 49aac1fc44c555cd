/** Shows how to send the first request, for a server without requests. */

import { curlOf } from '../model/command.ts';
import { isProxy } from '../server.ts';
import { Button, CopyBlock } from './parts.tsx';
import { FIRST_CREATE, keyOf, sendToApi } from './send.ts';

export function FirstRequest() {
  const { path, headers, body } = FIRST_CREATE;
  const curl = curlOf(location.origin + path, { authorization: `Bearer ${keyOf('demo')}`, ...headers }, body);
  const create = { account: 'demo', method: 'POST', path, headers, body: JSON.stringify(body) };
  return (
    <>
      <p>
        Point your app at <code>{location.origin}</code>, with{' '}
        {isProxy() ? 'the API key of the service' : ['a key such as ', <code>sk_standin_demo</code>]}.
      </p>
      {!isProxy() && <CopyBlock what="curl command" text={curl} />}
      {!isProxy() && (
        <p>
          <Button label="Send a test request" look="main" onPress={() => void sendToApi(create)} />
        </p>
      )}
    </>
  );
}
