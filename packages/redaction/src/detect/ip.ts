import { characterSet, except } from '../characters.ts'

const version4 = /^(?:\d{1,3}\.){3}\d{1,3}(?![\w]|\.\d|-[A-Za-z])/
/** Words and signs before a version or paragraph of four numbers. */
const versionContext =
  /(?:\b(?:v|ver|vers|version|versions|release|releases|build|firmware|driver|assembly|assemblyversion|fileversion|revision|rev|update|patch|upgraded?|sdk|chrome|chromium|section|sect|sec|chapter|clause|paragraph|para|figure|fig|table|appendix|article|rule|oid|ec|cuda|cudnn|kernel|ios|android|windows)[.:="'\s]{0,3}|§\s?|[A-Za-z][A-Za-z)]\/|[~^]|(?<!-)[<>=]=?\s?|[A-Za-z]-)$/i
const addressContext = /\b(?:ip|ips|ipv4|ipv6|address|host|server|client|from|addr|gateway|dns|subnet|ping|ssh|curl)\b[^\n]{0,24}$/i

/** Words about upgrades and releases, or a list of decimals without blanks. */
const upgrade =
  /\b(?:(?:up|down)grad\w{0,3}|updat\w{1,3}|versions?|releases?|migrat\w{1,4}|(?:bump|patch)\w{0,4})\b[^\n]{0,40}$|[^\d.]\d*\.\d+,$/i

export interface Ranges {
  /** Whether to detect addresses that identify no person: loopback, private, link-local, multicast, unspecified. */
  local: boolean
}

export function ip4At(text: string, context: string, { local }: Ranges): string | undefined {
  const found = version4.exec(text)?.[0]
  if (found === undefined) return undefined
  const parts = found.split('.')
  if (parts.some((part) => Number(part) > 255 || (part.length > 1 && part[0] === '0'))) return undefined
  const named = addressContext.test(context)
  if (versionContext.test(context) && !/(?:\b|_)(?:ip|ipv4|address|addr|host)\b[^\w\n]{0,4}$/i.test(context)) return undefined
  const small = parts.every((part) => Number(part) < 100)
  if (small && (/@$|-> ?$/.test(context) || upgrade.test(context)) && !/\b(?:ip|ssh|address|addr|host)\b/i.test(context)) return undefined
  // Small numbers such as 1.2.3.4 are a paragraph or a version, unless a word before them names an address.
  if (!named && parts.every((part) => Number(part) < 20) && !resolvers.test(found)) return undefined
  const [a, b] = [Number(parts[0]), Number(parts[1])]
  // 0.x, 1.0.x and 2.0.x are usually versions.
  if (a === 0 || (!named && a < 4 && found.endsWith('.0'))) return local && a === 0 && named ? found : undefined
  return local || !isLocal4(a, b) ? found : undefined
}

const defanged = /^\d{1,3}(?:(?:\.|\[\.\]|\(\.\)|\{\.\}| dot |\[dot\]|\(dot\))\d{1,3}){3}(?![\w.[({])/
export const notOfDefanged = except(characterSet('0-9.()[]{} dot'))

/** A defanged address: `203[.]0[.]113[.]77` or `203 dot 0 dot …`, as in security reports. */
export function defanged4At(text: string, context: string, ranges: Ranges): string | undefined {
  const found = defanged.exec(text)?.[0]
  return found !== undefined &&
    /[[({d]/.test(found) &&
    ip4At(found.replaceAll('dot', '.').replace(/[^\d.]/g, ''), context, ranges) !== undefined
    ? found
    : undefined
}

/** Well-known public resolvers. They identify no person, and look like no version number. */
const resolvers = /^(?:8\.8\.[48]\.[48]|9\.9\.9\.9|1\.1\.1\.1)$/

const isLocal4 = (a: number, b: number): boolean =>
  a === 0 ||
  a === 10 ||
  a === 127 ||
  a >= 224 ||
  (a === 169 && b === 254) ||
  (a === 172 && b >= 16 && b <= 31) ||
  (a === 192 && b === 168) ||
  (a === 100 && b >= 64 && b <= 127)

export const maxIp6Chars = 45

/** Whether a text is an IPv6 address: eight groups, or fewer around one `::`. The last two may be in IPv4 notation. */
export function isIp6(text: string, { local }: Ranges): boolean {
  const doubled = text.indexOf('::')
  if (doubled !== text.lastIndexOf('::') || /:::|^:[^:]|[^:]:$/.test(text)) return false
  const halves = doubled === -1 ? [text] : [text.slice(0, doubled), text.slice(doubled + 2)]
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  let count = groups.length
  const last = groups.at(-1) ?? ''
  if (last.includes('.')) {
    if (!/^(?:\d{1,3}\.){3}\d{1,3}$/.test(last)) return false
    count++
    groups.pop()
  }
  if (!groups.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))) return false
  if (doubled === -1 ? count !== 8 : count > 7) return false
  // Eight bytes are a fingerprint or an identifier of hardware.
  if (doubled === -1 && groups.every((group) => group.length === 2)) return false
  // Some C++ type names look like addresses. An address has digits, and more than two groups unless its first group is typical.
  if (!/\d/.test(text) || (count < 3 && !/^(?:2[0-9a-f]{3}|3[0-9a-f]{3}|fe80|f[cd][0-9a-f]{2})/i.test(text))) return false
  return local || !/^(?:::1?$|0*:|fe[89ab]|f[cd]|ff)/i.test(text)
}
