/** A request whose body was read comes back as one that was not, for code that insists on a stream. */

import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

/** The same request once more, with this body, on a socket that leads nowhere. */
export function replay(request: IncomingMessage, body: Uint8Array): IncomingMessage {
  const socket = Object.assign(new Socket(), { encrypted: 'encrypted' in request.socket });
  const again = new IncomingMessage(socket);
  const { method, url, headers, rawHeaders, httpVersion } = request;
  Object.assign(again, { method, url, headers, rawHeaders, httpVersion, complete: true });
  if (body.length > 0) again.push(body);
  again.push(null);
  return again;
}
