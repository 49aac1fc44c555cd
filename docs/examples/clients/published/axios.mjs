// axios with axios-retry, as its README has it. Advised: a timeout, and retries of creates, which then have a key.
import axios from 'axios';
import axiosRetry, { exponentialDelay, isNetworkError, isRetryableError } from 'axios-retry';
import { advised, authorization, base, keyHeader, makeClip, patienceMs, Refused } from './make-clip.mjs';

const client = axios.create({ baseURL: base, headers: { authorization } });
if (!advised) axiosRetry(client, { retries: 3, retryDelay: exponentialDelay });
else {
  client.defaults.timeout = patienceMs;
  axiosRetry(client, {
    retries: 6,
    retryDelay: (count, error) => exponentialDelay(count, error, 300),
    retryCondition: (error) => isNetworkError(error) || isRetryableError(error) || error.response?.status === 429,
    shouldResetTimeout: true,
  });
}

const dataOf = (sending) =>
  sending.then(
    ({ data }) => data,
    (error) => {
      const { response } = error;
      throw response === undefined ? error : new Refused(response.status, textOf(response.data));
    },
  );
const textOf = (data) => (Buffer.isBuffer(data) ? data.toString() : JSON.stringify(data));

await makeClip({
  create: (body) => dataOf(client.post('/videos', body, { headers: keyHeader })),
  get: (id) => dataOf(client.get(`/videos/${id}`)),
  download: (id) => dataOf(client.get(`/videos/${id}/content`, { responseType: 'arraybuffer' })),
});
