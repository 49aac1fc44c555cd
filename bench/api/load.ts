/** The load generator: keep-alive, 32 connections, for a short window. */

import autocannon from 'autocannon';

export interface Load {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Asked for in turn. */
  readonly paths: readonly string[];
  /** The status that every answer must have; anything else would compare two different things. */
  readonly status: number;
  /** 32 unless told otherwise. */
  readonly connections?: number;
}

export const CONNECTIONS = 32;

export interface Window {
  readonly requests: number;
  /** Requests per second. */
  readonly rate: number;
}

/** Returns the requests per second that a server answered in a window of some seconds. */
export async function rateOf(url: string, load: Load, seconds: number): Promise<number> {
  return (await windowOf(url, load, seconds)).rate;
}

/** Sends requests for some seconds. */
export async function windowOf(url: string, load: Load, seconds: number): Promise<Window> {
  const { method, headers, body, paths, status, connections = CONNECTIONS } = load;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: paths.map((path) => ({ method, path, headers: { ...headers }, ...(body !== undefined && { body }) })),
  });
  const others = Object.keys(result.statusCodeStats ?? {}).filter((code) => code !== String(status));
  if (result.errors > 0 || others.length > 0) {
    throw new Error(`${url}: ${result.errors} errors, and statuses ${others.join(', ')} instead of ${status}`);
  }
  return { requests: result.requests.total, rate: result.requests.total / result.duration };
}
