/** A legal server whose clips are in a storage of another origin. It redirects downloads there with a signed URL. */

import { withText } from '../tamper/answers.ts';
import { refusalAnswer } from '../tamper/create.ts';
import { fieldsOf, withHeader, withKey, type Answer, type Tampering } from '../server.ts';

const STORAGE = 'https://storage.standin.test';

/** Redirects downloads to the storage, which requires the signature and rejects requests that carry an API key. */
export function redirectingToStorage(): Tampering {
  const owners = new Map<string, string>();
  return async (call, engine) => {
    const signer = call.url.searchParams.get('signature');
    if (call.url.origin === STORAGE && call.headers.has('authorization')) return refusalAnswer(400, 'two_credentials');
    if (call.url.origin === STORAGE) return inXml(await engine(withKey(call, owners.get(signer ?? '') ?? '')));
    const answer = await engine(call);
    if (call.operation === 'create' && answer.status === 202) owners.set(String(fieldsOf(answer)['id']), call.key);
    const isThere = call.operation === 'content' && (answer.status < 300 || answer.status === 416);
    return isThere ? redirect(`${STORAGE}${call.url.pathname}?signature=${call.id}`) : answer;
  };
}

/** Redirects downloads to a path of the same origin that looks like a record. The path requires the key, too. */
export function redirectingInside(): Tampering {
  return async (call, engine) => {
    const file = /\/v1\/videos\/([0-9a-f-]{36})\.mp4$/.exec(call.url.pathname)?.[1];
    if (file !== undefined) {
      const url = new URL(`/v1/videos/${file}/content`, call.url);
      return engine({ ...call, operation: 'content', id: file, url });
    }
    const answer = await engine(call);
    const isThere = call.operation === 'content' && (answer.status < 300 || answer.status === 416);
    return isThere ? redirect(`/v1/videos/${call.id}.mp4`, 302) : answer;
  };
}

/** Converts an error to XML, as a storage sends it. */
function inXml(answer: Answer): Answer {
  return answer.status < 400 ? answer : withText(answer, '<Error><Code>InvalidRange</Code></Error>', 'application/xml');
}

function redirect(location: string, status = 307): Answer {
  return withHeader({ status, headers: new Headers(), bytes: new Uint8Array() }, 'location', location);
}
