import type { Detected, Window } from '../window.ts'

const argumentChars = 200

/** How a command takes a password on its line: which command, where nothing else says that it is one, and what the option looks like. */
const options: readonly { command?: RegExp; argument: RegExp }[] = [
  { argument: /^-(?:u|-user|-proxy-user) ["']?[^\s:"'\\]{1,64}:([^\s"'\\]{2,128})(?=["'\s\\]|$)/ },
  { command: /\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n|;]{0,160}$/, argument: /^-p["']?([^\s"'\\]{4,128})(?=["'\s\\]|$)/ },
  { command: /\bredis-cli\b[^\n|;]{0,160}$/, argument: /^-a ["']?([^\s"'\\]{4,128})(?=["'\s\\]|$)/ },
]

/** `curl -u user:password`, `mysql -ppassword`, `redis-cli -a password`. The hyphen is at `at`. */
export function detectCommand({ text, end, final }: Window, at: number): Detected {
  if (at > 0 && text[at - 1] !== ' ') return undefined
  if (!final && end - at < argumentChars && !/\n/.test(text.slice(at, end))) return 'more'
  const line = text.slice(at, at + argumentChars)
  for (const { command, argument } of options) {
    const found = argument.exec(line)
    const password = found?.[1]
    if (found === null || password === undefined || /^(?:[$<{*]|(?:pass|password|token)$)/i.test(password)) continue
    if (command !== undefined && !command.test(text.slice(Math.max(0, at - argumentChars), at))) continue
    const to = at + found[0].length
    return { start: to - password.length, end: to, type: 'secret', rule: command === undefined ? 'basic-auth' : 'password' }
  }
  return undefined
}

/** Whether one of these options may begin here. */
export const isCommandOption = (text: string, at: number): boolean =>
  /^-(?:u |p["'\w]|a |-user |-proxy-user )/.test(text.slice(at, at + 14))
