/** Lets a client cancel the body of a mocked response, which would otherwise wait forever under MSW 2. */

/**
 * Returns a response whose body can be canceled. MSW clones each response for its `response:mocked` listeners. A cloned
 * stream ends a cancel only when both halves are canceled, and the listeners never cancel their half. SDKs wait for
 * that cancel before they retry a 429 or 503 (mswjs/interceptors#799). The halves of this body therefore do not wait
 * for each other. Node 26 clones without calling the stream, so MSW's behavior stays there.
 */
export function releaseOnCancel(response: Response): Response {
  const { body } = response;
  if (body !== null) Object.defineProperty(body, 'tee', { value: () => independentHalves(body) });
  return response;
}

type Body = ReadableStream<Uint8Array>;

function independentHalves(body: Body): [Body, Body] {
  const [client, listeners] = ReadableStream.prototype.tee.call(body) as [Body, Body];
  return [independent(client), listeners];
}

function independent(half: Body): Body {
  const reader = half.getReader();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => {
      void reader.cancel(reason).catch(() => undefined);
    },
  });
}
