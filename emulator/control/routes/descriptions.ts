/** The routes for the OpenAPI documents of both APIs. */

import { toOpenApi } from '../../../contract/openapi/document.ts';
import { answerJson } from '../../api/record.ts';
import { toControlDocument, type ControlDocument } from '../docs/document.ts';
import { NAMED_SCHEMAS } from './named-schemas.ts';
import { routesOf, type ControlRoute } from '../route.ts';

const route = routesOf('descriptions');

/** Returns the routes that describe the given routes and themselves. */
export function descriptionRoutes(others: readonly ControlRoute[]): readonly ControlRoute[] {
  const controlDocument = (): ControlDocument => toControlDocument([...others, ...routes], NAMED_SCHEMAS);
  const routes: ControlRoute[] = [
    route('GET /_standin/openapi.json', {
      operationId: 'describeControlApi',
      summary: 'Read the OpenAPI document of the control API',
      answer: { description: 'An OpenAPI 3.1 document.' },
      run: async () => answerJson(200, controlDocument()),
    }),
    route('GET /openapi.json', {
      operationId: 'describeApi',
      summary: 'Read the OpenAPI document of the emulated API',
      answer: { description: 'An OpenAPI 3.1 document.' },
      run: async () => answerJson(200, toOpenApi()),
    }),
  ];
  return routes;
}
