import { alphanumeric, characterSet, emailLocal, has } from '../characters.ts'
import { codeAt, run, type Detected, type Window } from '../window.ts'

export const maxLocalChars = 64
const maxDomainChars = 190
const [slash, colon] = [47, 58]
const domain = characterSet('A-Za-z0-9.-')
/** Endings of two letters that are names of files or of code far more often than of countries: `logo@2x.js`, `main@v1.rs`. */
const files = /^(?:js|ts|md|rs|py|sh|so|cc|hs|kt|ml|pl|ps|gz)$/i
/**
 * Endings of more than two letters that mail goes to, and those reserved for examples. A list, as any word might follow a dot:
 * `@app.route`, `icon@2x.png`, `@agent.tool`.
 */
const generic = new Set(
  (
    'com org net edu gov mil int info biz name pro mobi jobs travel museum aero coop asia cat tel post arpa ' +
    'app dev blog cloud shop store online site website tech space digital agency studio design email mail live news media group company ' +
    'solutions services systems network software technology consulting capital finance bank insurance health care clinic hospital school academy ' +
    'education university college institute foundation charity church team work works world today life style fashion art photo photography music ' +
    'video games game club social chat community support help legal law lawyer attorney engineer engineering science energy green eco bio farm ' +
    'restaurant cafe bar pub pizza food kitchen recipes hotel tours holiday house homes land estate realty property rent auto cars taxi bike ' +
    'ventures partners holdings international global africa berlin london paris tokyo nyc amsterdam hamburg wien koeln bayern swiss eus scot wales cymru ' +
    'gmbh ltd llc inc corp ngo ong xyz top win vip icu fun one zone expert guru ninja rocks page plus tools training security ' +
    'test example invalid localhost'
  ).split(' '),
)

/** Around the `@` (or `%40`) at `at`. */
export function detectEmail(window: Window, at: number, width: number): Detected {
  const { text, floor } = window
  let start = at
  while (start > floor && at - start <= maxLocalChars && has(emailLocal, text.charCodeAt(start - 1))) start--
  if (at - start > maxLocalChars || start === at) return undefined
  const from = at + width
  const to = run(window, domain, from, from + maxDomainChars)
  if (window.short) return undefined
  // What an address in an address bar or a quotation begins with is not its own.
  const local = text.slice(start, at)
  const own = (text[start - 1] === '\\' ? local.replace(/^(?:u[0-9A-Fa-f]{4}(?=.)|[nrtbf])/, '') : local).replace(
    /^(?:%[0-9A-Fa-f]{2}|['%+.-])+/,
    '',
  )
  const name = /^(?:.*%(?:3D|3A|20|22|27|3C|2C|3B|26|2F))(.+)$/i.exec(own)?.[1] ?? own
  const host = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}(?:[A-Za-z]{2,24}|xn--[a-z0-9-]{2,40})(?![A-Za-z0-9])/.exec(
    text.slice(from, to),
  )?.[0]
  if (host === undefined || name === '' || (!has(alphanumeric, name.charCodeAt(name.length - 1)) && !/[_+-]$/.test(name))) return undefined
  const top = host.slice(host.lastIndexOf('.') + 1)
  if (top.length === 2 ? files.test(top) : !top.startsWith('xn--') && !generic.has(top.toLowerCase())) return undefined
  if (name.includes('..')) return undefined
  const begin = at - name.length
  // The password of an address: `https://user:pass@host`.
  if (text[begin - 1] === ':' && /:\/\/[^\s/@]{0,64}$/.test(text.slice(Math.max(0, begin - 72), begin))) return undefined
  // A remote of git, and what ssh says: `git@github.com:owner/repo`.
  if (name === 'git' && [colon, slash].includes(codeAt(window, from + host.length))) return undefined
  const value = `${name}@${host}`.toLowerCase()
  return { start: begin, end: from + host.length, type: 'email', value }
}
