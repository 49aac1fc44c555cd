/** The rules of the request: from the body of a create to a request without defects of its own. */

import { crossFieldProblems } from '../../contract/cross-field.ts';
import { parseRequest } from '../../contract/parse-request.ts';
import { CreateVideoRequest, type FullCreateRequest } from '../../contract/request.ts';
import { workflowOf } from '../../contract/workflow.ts';
import type { ApiContext } from './context.ts';
import { markedScenarios } from './faults/requested.ts';
import { Refusal, refuseProblems } from './refusal.ts';

/** A body that passed every rule of the request; its sources and files were not looked at yet. */
export interface ValidCreate {
  readonly request: FullCreateRequest;
  /** The failure scenarios that its prompt names by markers. */
  readonly marked: readonly string[];
}

/** Judges a body by the rules of the request. */
export function toValidCreate(context: ApiContext, body: object): ValidCreate | Refusal {
  const request = validRequest(context, body);
  if (request instanceof Refusal) return request;
  const marked = markedScenarios(context, request.prompt);
  return marked instanceof Refusal ? marked : { request, marked };
}

function validRequest({ settings }: ApiContext, body: object): FullCreateRequest | Refusal {
  const parsed = parseRequest(settings.nullFields === 'left_out' ? withoutNulls(body) : body);
  if (!parsed.ok) return refuseProblems(parsed.problems) ?? new Refusal('invalid_json');
  const request = settings.omittedAspectRatio === 'accept' ? withImpliedRatio(parsed.request, body) : parsed.request;
  return refuseProblems(crossFieldProblems(request)) ?? request;
}

/** `null` in place of a required field, and inside of lists and maps, stays what it is. */
function withoutNulls(body: object): object {
  const isMeant = ([name, value]: [string, unknown]): boolean => value !== null || !OPTIONAL.has(name);
  return Object.fromEntries(Object.entries(body).filter(isMeant));
}

const OPTIONAL = new Set(
  Object.entries(CreateVideoRequest.shape).flatMap(([name, field]) =>
    field.safeParse(undefined).success ? [name] : [],
  ),
);

/**
 * Read literally, leaving aspect_ratio out means 16:9, which these workflows refuse; this setting reads it as adaptive.
 */
function withImpliedRatio(request: FullCreateRequest, body: object): FullCreateRequest {
  const workflow = workflowOf(request);
  const isAdaptive = workflow !== 'text' && workflow !== 'reference';
  return !Object.hasOwn(body, 'aspect_ratio') && isAdaptive ? { ...request, aspect_ratio: 'adaptive' } : request;
}
