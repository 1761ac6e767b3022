import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

// The first is the browser without all that only people see, and starts and opens pages in half of the processor time.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** A browser on this machine: that of `REASON_CHROMIUM`, else one on the path. Undefined: tests in a browser are skipped. */
export const chromium: string | undefined = find()

/** Why they are skipped, for their names. */
export const noBrowser = chromium === undefined ? ' (skipped: no browser; install chromium, or set REASON_CHROMIUM)' : ''

function find(): string | undefined {
  const given = process.env['REASON_CHROMIUM']
  if (given !== undefined && given !== '') return given
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const found = folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path))
  if (found === undefined && process.env['REASON_SERVICES_REQUIRED'] === '1') {
    throw new Error(`REASON_SERVICES_REQUIRED is 1, but there is no browser: install chromium, or set REASON_CHROMIUM to one.`)
  }
  return found
}
