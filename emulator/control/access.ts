/** Access control of the control API: Host, Origin and token are checked before anything else. */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { ApiRequest } from '../api/messages.ts';
import { ControlError } from './control-error.ts';
import { isLoopback } from './loopback.ts';

export interface AccessSettings {
  /** If set, every request has to carry it. */
  readonly token?: string | undefined;
  /** Host names that are allowed in addition to the names of this machine. */
  readonly hosts: readonly string[];
}

/** Throws a ControlError if access is denied; nothing has been read or changed by then. */
export function checkAccess(request: ApiRequest, settings: AccessSettings): void {
  checkHost(request, settings);
  checkOrigin(request);
  checkToken(request, settings);
}

/** Against DNS rebinding: a rebound page still sends its own name in Host. With a token the check is not needed. */
export function checkHost(request: ApiRequest, { token, hosts }: AccessSettings): void {
  if (token !== undefined) return;
  const host = nameOf(request.header('host') ?? '');
  if (isLoopback(host) || hosts.some((known) => known.toLowerCase() === host)) return;
  throw new ControlError(
    'forbidden_host',
    'The control API accepts a request only if its Host header names this machine, such as localhost. To allow other host names, list them in controlHosts, or set a controlToken.',
  );
}

/** Browsers send the origin of a request; other clients do not. Only our own pages are allowed. */
function checkOrigin(request: ApiRequest): void {
  const site = request.header('sec-fetch-site');
  const origin = request.header('origin');
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none';
  if (isOwnSite && (origin === undefined || isOwn(origin, request, site))) return;
  throw new ControlError(
    'forbidden_origin',
    'The control API rejects requests from pages of other origins. Call the control API from a program instead.',
  );
}

/**
 * Whether scheme, host and port match the request. Behind a proxy that ends TLS, the scheme differs from the
 * browser's. The header of the browser counts, because pages cannot set it.
 */
function isOwn(origin: string, request: ApiRequest, site: string | undefined): boolean {
  const schemes = site === 'same-origin' ? ['http', 'https'] : [request.scheme];
  const own = schemes.map((scheme) => originOf(`${scheme}://${request.header('host') ?? ''}`));
  const sent = originOf(origin);
  return sent !== undefined && own.includes(sent);
}

/** In the one spelling that browsers send: lower case, without the scheme's own port. */
function originOf(url: string): string | undefined {
  return URL.canParse(url) && /^https?:\/\/[^/?#@]+$/i.test(url) ? new URL(url).origin : undefined;
}

function checkToken(request: ApiRequest, { token }: AccessSettings): void {
  if (token === undefined) return;
  const [, sent] = /^bearer +(.+)$/i.exec(request.header('authorization')?.trim() ?? '') ?? [];
  if (sent === undefined) {
    const message = 'This server has a control token. Send the header "Authorization: Bearer <control token>".';
    throw new ControlError('missing_control_token', message, { 'www-authenticate': 'Bearer' });
  }
  if (areEqual(sent, token)) return;
  const message = 'The control token is wrong. Send the token that this server was started with.';
  throw new ControlError('invalid_control_token', message, { 'www-authenticate': 'Bearer error="invalid_token"' });
}

/** Compares in constant time; digests, so that not even the length leaks. */
function areEqual(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '');
}
