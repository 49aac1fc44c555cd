/** Defines the responses of peers without state: one generation that always exists, and an error. */

/** The id of the generation that Mockoon and WireMock know. */
export const KNOWN_ID = '7d2f4c1a-93be-4f6d-8a05-c1e2b7f09d34';
/** The id in the examples of `contract/openapi.json`. Prism responds with these examples. */
export const OPENAPI_ID = '3f0c2a9e-6b1d-4c58-9a77-0d5e8b21c4f6';

export const JSON_TYPE = 'application/json';

/** Returns a generation as JSON. */
export function recordText(id: string, status: 'pending' | 'completed'): string {
  const output = status === 'completed' ? { output: { url: `/v1/videos/${id}/content` } } : {};
  return JSON.stringify({ id, object: 'video.generation', model: 'videomodel-2.5', status, cost_usd: 0.48, ...output });
}

/** Returns an error response as JSON. */
export function errorText(code: string): string {
  return JSON.stringify({ error: { code, message: `The request was refused: ${code}.` } });
}
