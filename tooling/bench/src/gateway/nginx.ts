import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Peer, Place } from './targets.ts'

/** Debian has it where only the PATH of root leads. */
const programs = ['nginx', '/usr/sbin/nginx']

/** One worker, nothing held back, connections to the upstream kept: what people write for streams of events. All of its files are in the folder. */
const config = ({ port, upstream }: Place) => `
daemon off;
worker_processes 1;
pid nginx.pid;
error_log stderr error;
events { worker_connections 4096; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`).join(' ')}
  upstream mock { server 127.0.0.1:${upstream}; keepalive 256; }
  server {
    listen 127.0.0.1:${port};
    keepalive_requests 1000000;
    location / { proxy_pass http://mock; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off; }
  }
}
`

export function nginx(place: Place): Peer {
  for (const program of programs) {
    const version = /nginx\/([\d.]+)/.exec(spawnSync(program, ['-v'], { encoding: 'utf8' }).stderr ?? '')?.[1]
    if (version === undefined) continue
    const path = join(place.folder, 'nginx.conf')
    writeFileSync(path, config(place))
    return { version, command: [program, '-e', 'stderr', '-p', place.folder, '-c', path] }
  }
  throw new Error('it is neither on PATH nor in /usr/sbin')
}
