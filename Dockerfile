# A server image: the built command, the page and the libraries that it needs. docs/operations.md says how it is run.

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
# The page is built below, when its sources are there.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run --silent build:program && npm run --silent build:page && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /opt/tengen
COPY --from=build /build/package.json /build/LICENSE ./
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/dist dist
# The only folder to which the server writes.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 1919
# Node is the first process and handles SIGTERM itself, so no init program is needed.
ENTRYPOINT ["node", "dist/cli/main.js"]
CMD ["serve", "--host", "0.0.0.0", "--data", "/data/tengen.db", "--house"]
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:1919/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
