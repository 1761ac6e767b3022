import { findNginx } from '@reason/testkit/servers'
import type { Peer, Place } from './targets.ts'

/** Usual configuration for event streams: one worker, no buffering, keep-alive connections to the upstream. */
const config = ({ port, upstream }: Place) => `
  upstream mock { server 127.0.0.1:${upstream}; keepalive 256; }
  server {
    listen 127.0.0.1:${port};
    keepalive_requests 1000000;
    location / { proxy_pass http://mock; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off; }
  }`

export function nginx(place: Place): Peer {
  const found = findNginx()
  if (found === undefined) throw new Error('it is neither on PATH nor in /usr/sbin')
  return { version: found.version, command: found.command(place.folder, config(place)) }
}
