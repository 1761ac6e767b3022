import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Debian installs nginx in a folder that only root has on its PATH. */
const programs = ['nginx', '/usr/sbin/nginx']

export interface Nginx {
  version: string
  /** Command that runs nginx in the foreground, with the given content of its `http` block. All its files are in the folder. */
  command(folder: string, http: string): string[]
}

/** Finds the nginx of this machine. Undefined if there is none. */
export function findNginx(): Nginx | undefined {
  for (const program of programs) {
    const version = /nginx\/([\d.]+)/.exec(spawnSync(program, ['-v'], { encoding: 'utf8' }).stderr ?? '')?.[1]
    if (version !== undefined) return { version, command: (folder, http) => command(program, folder, http) }
  }
  return undefined
}

function command(program: string, folder: string, http: string): string[] {
  const path = join(folder, 'nginx.conf')
  writeFileSync(path, config(http))
  return [program, '-e', 'stderr', '-p', folder, '-c', path]
}

/** Configuration of nginx. For root, workers run as root as well: another user could not enter the folder. */
const config = (http: string) => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid nginx.pid;
error_log stderr notice;
events { worker_connections 4096; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`).join(' ')}
${http}
}
`
