/** The reasons why no response arrived from the upstream, or why a response ended early. */

import { PrivateAddress } from './address.ts';

export type ProblemKind = 'unreachable' | 'tls' | 'reset' | 'timeout' | 'protocol' | 'private' | 'loop';

/** The texts in responses and in the journal. */
const TEXTS: Readonly<Record<ProblemKind, string>> = {
  unreachable: 'the proxy cannot reach the service',
  tls: 'the proxy could not make a secure connection to the service',
  reset: 'the service closed the connection before it sent a response',
  timeout: 'the service did not respond in time',
  protocol: 'the response of the service is not valid HTTP',
  private: 'the host name of the service resolves to an address that is not public',
  loop: 'the address of the service is the address of this proxy',
};

/** Thrown if no response arrived. */
export class UpstreamProblem extends Error {
  override readonly name = 'UpstreamProblem';
  readonly kind: ProblemKind;
  /** Whether the request may have reached the upstream. */
  readonly isSent: boolean;
  /** Whether the upstream closed an idle connection just before it was reused. */
  readonly isStale: boolean;

  constructor(kind: ProblemKind, isSent: boolean, { isStale = false, detail = '' } = {}) {
    super(`${TEXTS[kind]}${detail === '' ? '' : ` (${detail})`}`);
    this.kind = kind;
    this.isSent = isSent;
    this.isStale = isStale;
  }
}

interface Circumstances {
  readonly isSent: boolean;
  readonly isReused: boolean;
}

/** Converts an error of node:http. */
export function toProblem(cause: Error, { isSent, isReused }: Circumstances): UpstreamProblem {
  if (cause instanceof UpstreamProblem) return cause;
  if (cause instanceof PrivateAddress) return new UpstreamProblem('private', false);
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  if (code.startsWith('HPE_')) return new UpstreamProblem('protocol', true, { detail: code });
  if (code === 'ECONNRESET' || code === 'EPIPE') {
    return new UpstreamProblem(isSent ? 'reset' : 'unreachable', isSent, { isStale: isReused, detail: code });
  }
  // With TLS 1.3, a service that requires a client certificate reports this only after the request was sent.
  if (TLS.test(code)) return new UpstreamProblem('tls', isSent, { detail: `${code}${hintOf(code)}` });
  return new UpstreamProblem(isSent ? 'protocol' : 'unreachable', isSent, { detail: code });
}

/** The error codes of OpenSSL and node:tls. A service without TLS causes EPROTO. */
const TLS = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO/;
/** The error codes of an untrusted certificate, for example from a private certificate authority. */
const UNTRUSTED = /SELF_SIGNED|UNABLE_TO/;

function hintOf(code: string): string {
  if (code === 'EPROTO') return '. Does the service use HTTPS?';
  return UNTRUSTED.test(code)
    ? '. If the certificate comes from your own certificate authority, start the proxy with NODE_EXTRA_CA_CERTS=<file>'
    : '';
}
