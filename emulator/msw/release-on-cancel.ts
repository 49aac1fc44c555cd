/** Lets a client cancel the body of a mocked answer, which under MSW 2 would otherwise wait for ever. */

/**
 * MSW clones each answer for its `response:mocked` listeners, and a stream that was cloned ends a cancel only when both
 * halves are canceled, and the listeners' half never is. SDKs wait for that cancel before they retry a 429 or 503
 * (mswjs/interceptors#799). So the halves of this body do not wait for each other. Node 26 clones without asking the
 * stream, which leaves MSW's behavior as it is there.
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
