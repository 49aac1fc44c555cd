/** What peers without a state answer: one generation that has always been there, and a refusal. */

/** The generation that Mockoon and WireMock know. */
export const KNOWN_ID = '7d2f4c1a-93be-4f6d-8a05-c1e2b7f09d34';
/** The one in the examples of `contract/openapi.json`, which Prism answers with. */
export const OPENAPI_ID = '3f0c2a9e-6b1d-4c58-9a77-0d5e8b21c4f6';

export const JSON_TYPE = 'application/json';

/** A record, as JSON. */
export function recordText(id: string, status: 'pending' | 'completed'): string {
  const output = status === 'completed' ? { output: { url: `/v1/videos/${id}/content` } } : {};
  return JSON.stringify({ id, object: 'video.generation', model: 'videomodel-2.5', status, cost_usd: 0.48, ...output });
}

/** An error answer, as JSON. */
export function errorText(code: string): string {
  return JSON.stringify({ error: { code, message: `The request was refused: ${code}.` } });
}
