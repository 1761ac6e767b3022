#!/bin/sh
# Builds what the gateway needs, and becomes the gateway, so that signals reach it and nothing is left over.
log=node_modules/.build.log
TURBO_TELEMETRY_DISABLED=1 turbo run build --filter=@reason/server... --output-logs=errors-only >"$log" 2>&1 || {
  cat "$log"
  exit 1
}
exec node apps/server/dist/main.js "$@"
