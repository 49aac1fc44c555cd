/** Checks access to the control API: Host, Origin and token, before anything else. */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { ApiRequest } from '../api/messages.ts';
import { ControlError } from './control-error.ts';

export interface AccessSettings {
  /** If set, every request must contain this token. */
  readonly token?: string | undefined;
  /** Additional allowed host names. The names of this machine are always allowed. */
  readonly hosts: readonly string[];
}

/** Returns whether a host is reachable from this machine only. The host has no port. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  if (name === '::1' || name === '0:0:0:0:0:0:0:1') return true;
  const address = name.startsWith('::ffff:') ? name.slice('::ffff:'.length) : name;
  return /^127(?:\.\d{1,3}){3}$/.test(address);
}

/** Throws a ControlError if access is denied, before anything is read or changed. */
export function checkAccess(request: ApiRequest, settings: AccessSettings): void {
  checkHost(request, settings);
  checkOrigin(request);
  checkToken(request, settings);
}

/** Prevents DNS rebinding: a rebound page sends its own name in Host. A token makes this check unnecessary. */
export function checkHost(request: ApiRequest, { token, hosts }: AccessSettings): void {
  if (token !== undefined) return;
  const host = (request.header('host') ?? '').toLowerCase().replace(/:\d*$/, '');
  if (isLoopback(host) || hosts.some((known) => known.toLowerCase() === host)) return;
  throw new ControlError(
    'forbidden_host',
    'The control API accepts a request only if its Host header names this machine, such as localhost. To allow other host names, list them in controlHosts, or set a controlToken.',
  );
}

/** Rejects requests from other pages. Browsers send an origin, and other clients do not. */
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
 * Returns whether scheme, host and port match the request. Behind a proxy that terminates TLS, the schemes differ. In
 * that case the browser's `sec-fetch-site` header decides, because pages cannot set it.
 */
function isOwn(origin: string, request: ApiRequest, site: string | undefined): boolean {
  const schemes = site === 'same-origin' ? ['http', 'https'] : [request.scheme];
  const own = schemes.map((scheme) => originOf(`${scheme}://${request.header('host') ?? ''}`));
  const sent = originOf(origin);
  return sent !== undefined && own.includes(sent);
}

/** Normalizes an origin as browsers do: lower case, without the default port. */
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
  // The comparison takes constant time. The digests hide even the lengths.
  if (timingSafeEqual(digest(sent), digest(token))) return;
  const message = 'The control token is wrong. Send the token that this server was started with.';
  throw new ControlError('invalid_control_token', message, { 'www-authenticate': 'Bearer error="invalid_token"' });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
