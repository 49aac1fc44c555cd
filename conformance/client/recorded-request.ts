/** Converts a request to the form in the report: enough to send it again, without the keys. */

import type { Exchange, HeaderLine } from './exchange.ts';
import type { Redactor } from './redactor.ts';
import type { Spec } from './spec.ts';

const LONGEST_KEPT = 128 * 1024;

type Recorded = Exchange['request'];

export interface SentRequest {
  readonly spec: Spec;
  readonly url: URL;
  readonly headers: readonly HeaderLine[];
  readonly body: Uint8Array | undefined;
}

/** Returns the form of a request in the report. */
export function recordedRequest({ spec, url, headers, body }: SentRequest, redactor: Redactor): Recorded {
  const address = addressOf(spec, url);
  const request: Recorded = {
    method: spec.method,
    url: cleanAddress(spec, address, redactor),
    headers: headers.map(([name, text]): HeaderLine => [
      name,
      credentialsIn(name, spec) ? redactor.cleanSent(text) : redactor.clean(text),
    ]),
    ...(body === undefined ? {} : bodyOf(body, redactor)),
  };
  const form = formOf(spec, redactor);
  const shown = [request.url, ...request.headers.map(([, text]) => text)];
  const sent = [address, ...headers.map(([, text]) => text)];
  const isRespelled = shown.some((text, at) => redactor.restored(text) !== sent[at]);
  return { ...request, ...(form === undefined ? {} : { form }), ...(isRespelled ? { isRespelled } : {}) };
}

/** Returns the parts of a request that an ordinary client would write in another way. */
function formOf({ rawTarget, hosts, bare, holdsBody }: Spec, redactor: Redactor): Recorded['form'] {
  if (rawTarget === undefined && hosts === undefined && bare === undefined) return undefined;
  return {
    ...(rawTarget === undefined ? {} : { target: redactor.clean(rawTarget) }),
    ...(hosts === undefined ? {} : { hosts: [...hosts] }),
    ...(bare === undefined ? {} : { version: bare }),
    ...(holdsBody === true ? { holdsBody } : {}),
  };
}

/** Keeps the bytes of a body that is not text, beside its form as text. */
function bodyOf(bytes: Uint8Array, redactor: Redactor): Pick<Recorded, 'body' | 'base64'> {
  const text = new TextDecoder().decode(bytes);
  const body = redactor.clean(shortened(text));
  const isText = text.length > LONGEST_KEPT || Buffer.from(text).equals(bytes);
  if (isText || redactor.findIn(Buffer.from(bytes).toString('latin1')).length > 0) return { body };
  return { body, base64: Buffer.from(bytes).toString('base64') };
}

function addressOf({ rawTarget }: Spec, url: URL): string {
  return rawTarget === undefined || URL.canParse(rawTarget) ? url.href : url.origin + rawTarget;
}

/** Removes a key that is an ordinary word only from the place in which it was sent as a key. */
function cleanAddress({ place }: Spec, text: string, redactor: Redactor): string {
  if (place === undefined || 'header' in place) return redactor.clean(text);
  const [path = '', query = ''] = text.split('?');
  return `${redactor.clean(path)}?${redactor.cleanSent(query)}`;
}

function credentialsIn(name: string, { place }: Spec): boolean {
  return /^(proxy-)?authorization$/i.test(name) || (place !== undefined && 'header' in place && place.header === name);
}

/** Truncates huge request bodies for the report. */
function shortened(text: string): string {
  return text.length <= LONGEST_KEPT ? text : `${text.slice(0, LONGEST_KEPT)}… (${text.length} characters in all)`;
}
