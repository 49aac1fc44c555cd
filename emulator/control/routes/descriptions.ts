/** The OpenAPI documents of both APIs, and the docs page. */

import { toOpenApi } from '../../../contract/openapi/document.ts';
import { answerJson } from '../../api/record.ts';
import { docsPage } from '../docs/page.ts';
import { toControlDocument, type ControlDocument } from '../docs/document.ts';
import { NAMED_SCHEMAS } from './named-schemas.ts';
import { routesOf, type ControlRoute } from '../route.ts';

const route = routesOf('descriptions');

/** The page may run no script and load no resource, whatever texts it contains. */
const NOTHING_ELSE = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

/** Makes the routes that describe these routes and themselves. */
export function descriptionRoutes(others: readonly ControlRoute[]): readonly ControlRoute[] {
  const controlDocument = (): ControlDocument => toControlDocument([...others, ...routes], NAMED_SCHEMAS);
  const routes: ControlRoute[] = [
    route('GET /_standin/openapi.json', {
      operationId: 'describeControlApi',
      summary: 'The description of the control API',
      answer: { description: 'An OpenAPI 3.1 document.' },
      run: async () => answerJson(200, controlDocument()),
    }),
    route('GET /openapi.json', {
      operationId: 'describeApi',
      summary: 'The description of the API that the emulator stands in for',
      answer: { description: 'An OpenAPI 3.1 document.' },
      run: async () => answerJson(200, toOpenApi()),
    }),
    route('GET /docs', {
      operationId: 'readDocs',
      summary: 'Both descriptions as a page',
      answer: { description: 'One page of HTML.', type: 'text/html' },
      run: async () => ({
        status: 200,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'content-security-policy': NOTHING_ELSE,
          'x-content-type-options': 'nosniff',
        },
        body: docsPage([toOpenApi(), controlDocument()]),
      }),
    }),
  ];
  return routes;
}
