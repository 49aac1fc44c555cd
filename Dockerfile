# Standin in a container: docker build -t standin . && docker run --rm -p 127.0.0.1:4242:4242 standin
# For several platforms: docker buildx build --platform linux/amd64,linux/arm64 . Only the last stage is built for them,
# and it runs nothing, so no emulation is needed.
# test/package/container.test.ts runs its CMD and HEALTHCHECK without a container, and image.rest.test.ts its stages.

FROM --platform=$BUILDPLATFORM node:24-slim AS build
WORKDIR /build/src
COPY package.json package-lock.json .npmrc ./
COPY test/openapi-types/package.json test/openapi-types/
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm pack --ignore-scripts --pack-destination ..
RUN mkdir -p ../out/opt/standin ../out/usr/local/bin && tar -xzf ../standin-*.tgz -C ../out/opt/standin --strip-components 1
RUN chmod +x ../out/opt/standin/dist/bin/standin.js && ln -s ../../../opt/standin/dist/bin/standin.js ../out/usr/local/bin/standin

FROM --platform=$BUILDPLATFORM node:24-slim AS modules
ARG TARGETARCH
WORKDIR /modules
COPY package.json package-lock.json .npmrc ./
# The ffmpeg comes with the npm packages. classic-level is for STANDIN_DATA, @redis/client for STANDIN_STORE.
RUN locked() { node -p "'$1@' + require('./package-lock.json').packages['node_modules/$1'].version"; } && \
  npm install --save-prod --omit=dev --ignore-scripts --workspaces=false --os=linux --cpu="$(echo "$TARGETARCH" | sed s/amd64/x64/)" \
  "$(locked classic-level)" "$(locked @redis/client)"
# The user of the image may not set this bit.
RUN chmod +x node_modules/@ffmpeg-installer/linux-*/ffmpeg

FROM node:24-slim
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Standin" \
  org.opencontainers.image.description="A local emulator of an asynchronous video generation API" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION"
COPY --from=modules /modules/node_modules /opt/standin/node_modules
COPY --from=build /build/out /
# The user "node". Kubernetes needs a number to see that it is not root.
USER 1000
# The control API and its panel need a token here: leave them off, or set STANDIN_CONTROL=true and STANDIN_CONTROL_TOKEN.
ENV STANDIN_HOST=0.0.0.0 STANDIN_PORT=4242 STANDIN_CACHE_FOLDER=/tmp/standin STANDIN_CONTROL=false
EXPOSE 4242
HEALTHCHECK --interval=5s --timeout=5s --start-period=20s CMD ["standin", "ready", "--timeout", "3s"]
CMD ["standin", "serve"]
