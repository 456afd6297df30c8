# `docker build .` makes the service; `docker build --target browser .` the same with a Chromium for scans that ask for `browser`.
FROM node:22.23.3-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c AS service
ENV NODE_ENV=production
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev && npm cache clean --force
COPY tsconfig.json ./
COPY src ./src
COPY docs ./docs
COPY scripts/start.mjs scripts/bundle.ts ./scripts/
# The user that runs it may not write here.
RUN node scripts/start.mjs --bundle
RUN mkdir /data && chown node:node /data
USER node
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
# Not /readyz: while Redis is away there is nothing to gain from another process.
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.WORKER_PORT || process.env.PORT}/healthz`).then(({ok}) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Not through npm, which would not hand on SIGTERM.
ENTRYPOINT ["node", "scripts/start.mjs", "main"]
CMD ["all"]

FROM service AS browser
USER root
# Fonts, or pictures of pages show boxes in the place of letters.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends chromium-headless-shell fonts-dejavu-core fonts-noto-core fonts-noto-cjk \
  && rm -rf /var/lib/apt/lists/*
# In the version that the tests run with. npm would install no development dependency here.
RUN mkdir node_modules/playwright-core \
  && npm pack --silent "playwright-core@$(node -p "require('./package.json').devDependencies['playwright-core']")" --pack-destination /tmp \
  && tar -xzf /tmp/playwright-core-*.tgz --strip-components=1 -C node_modules/playwright-core \
  && rm /tmp/playwright-core-*.tgz && npm cache clean --force
USER node
ENV BROWSER=/usr/bin/chromium-headless-shell

FROM service
