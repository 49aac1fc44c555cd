/** The one gate in front of everything that the control API serves: who may come in at all. */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { ApiRequest } from '../api/api-request.ts';
import { ControlError } from './control-error.ts';
import { isLoopback } from './loopback.ts';

export interface AccessSettings {
  /** Asked for in every request, if there is one. */
  readonly token?: string | undefined;
  /** Names that Host may have besides those of this machine. */
  readonly hosts: readonly string[];
}

/** Throws a ControlError when the request may not come in; nothing has been read or changed by then. */
export function checkAccess(request: ApiRequest, settings: AccessSettings): void {
  checkHost(request, settings);
  checkOrigin(request);
  checkToken(request, settings);
}

/** A page whose name was pointed at this machine (DNS rebinding) still sends its own name in Host. With a token, the name proves nothing more. */
function checkHost(request: ApiRequest, { token, hosts }: AccessSettings): void {
  if (token !== undefined) return;
  const host = nameOf(request.header('host') ?? '');
  if (isLoopback(host) || hosts.some((known) => known.toLowerCase() === host)) return;
  throw new ControlError(
    'forbidden_host',
    'The control API answers to names of this machine only, such as localhost. List other names in controlHosts, or set a controlToken.',
  );
}

/** Browsers say where a request comes from; other clients say nothing. No page but our own has business here. */
function checkOrigin(request: ApiRequest): void {
  const site = request.header('sec-fetch-site');
  const origin = request.header('origin');
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none';
  if (isOwnSite && (origin === undefined || isOwn(origin, request.header('host')))) return;
  throw new ControlError(
    'forbidden_origin',
    'The control API does not answer pages of other origins. Call it from a program.',
  );
}

function isOwn(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && /^https?:/.test(origin) && new URL(origin).host === host?.toLowerCase();
}

function checkToken(request: ApiRequest, { token }: AccessSettings): void {
  if (token === undefined) return;
  const [, sent] = /^bearer +(.+)$/i.exec(request.header('authorization')?.trim() ?? '') ?? [];
  if (sent === undefined) {
    const message = 'This server has a control token. Send the header "Authorization: Bearer <control token>".';
    throw new ControlError('missing_control_token', message, { 'www-authenticate': 'Bearer' });
  }
  if (areEqual(sent, token)) return;
  const message = 'The control token is not the one that this server was started with.';
  throw new ControlError('invalid_control_token', message, { 'www-authenticate': 'Bearer error="invalid_token"' });
}

/** Digests have one length, so that the time of the comparison tells nothing, not even a length. */
function areEqual(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '');
}
