# syntax=docker/dockerfile:1
# The gateway: `docker build -t reason .`. It needs a key of each client: `reason keys create 'first client' --file keys/keys.json`. Then
# `docker run -p 127.0.0.1:8787:8787 -v reason:/data -v ./keys:/keys:ro -e REASON_KEYS=/keys/keys.json -e REASON_UPSTREAM=… reason`.
# The user of the image has the id 1000, and must be able to read the keys.

FROM node:24-bookworm-slim AS build
WORKDIR /reason
COPY . .
# pnpm's version is pinned in package.json; the lockfile pins everything else.
RUN npx -y -p pnpm@12.21.0 -c 'pnpm install --frozen-lockfile && pnpm run build && pnpm --filter @reason/server deploy --prod --legacy /gateway'

FROM node:24-bookworm-slim
ENV NODE_ENV=production REASON_DATA_DIR=/data
COPY --from=build --chown=root:root /gateway /gateway
RUN mkdir /data && chown node:node /data
USER node
WORKDIR /data
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8787/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Open answers may end: docker stop has to wait longer than --shutdown-timeout (10 s).
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "/gateway/dist/main.js"]
# From outside of the container only with keys: reason-server refuses to listen without.
CMD ["--host", "0.0.0.0"]
