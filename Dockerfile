# Standin in a container: docker build -t standin . && docker run --rm -p 127.0.0.1:4242:4242 standin
# test/package/container.test.ts runs its CMD and HEALTHCHECK without a container.

FROM node:24-slim AS build
WORKDIR /src
COPY . .
RUN npm ci && npm pack --ignore-scripts --pack-destination /tmp

FROM node:24-slim
COPY --from=build /tmp/standin-*.tgz /tmp/
# Its ffmpeg comes with the npm packages. classic-level is for STANDIN_DATA, @redis/client for STANDIN_STORE.
RUN npm install --global /tmp/standin-*.tgz classic-level@3 @redis/client@6 && npm cache clean --force
USER node
# The control API and its panel need a token here: leave them off, or set STANDIN_CONTROL=true and STANDIN_CONTROL_TOKEN.
ENV STANDIN_HOST=0.0.0.0 STANDIN_PORT=4242 STANDIN_CACHE_FOLDER=/tmp/standin STANDIN_CONTROL=false
EXPOSE 4242
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.STANDIN_PORT}/_standin/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["standin", "serve"]
