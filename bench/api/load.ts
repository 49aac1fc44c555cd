/** Generates load for a short time over 32 keep-alive connections. */

import autocannon from 'autocannon';

export interface Load {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The paths to request, in rotation. */
  readonly paths: readonly string[];
  /** The required status of all responses. Otherwise the comparison would be invalid. */
  readonly status: number;
  /** The number of connections. The default is 32. */
  readonly connections?: number;
}

export const CONNECTIONS = 32;

export interface Window {
  readonly requests: number;
  /** The requests per second. */
  readonly rate: number;
}

/** Returns the requests per second that a server answers during this number of seconds. */
export async function rateOf(url: string, load: Load, seconds: number): Promise<number> {
  return (await windowOf(url, load, seconds)).rate;
}

/** Sends requests for this number of seconds. */
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
    throw new Error(`${url}: ${result.errors} errors, and the statuses ${others.join(', ')} instead of ${status}`);
  }
  return { requests: result.requests.total, rate: result.requests.total / result.duration };
}
