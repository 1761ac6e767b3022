import { characterSet, has } from '../characters.ts'
import { isEncrypted, isGiven, isUnnamedSecret } from '../values.ts'
import { ahead, before, codeAt, secret, type Detected, type Window } from '../window.ts'

const argumentChars = 200
/** Characters after the name of a command. */
const followers = characterSet(' :_/=-')

/** A value with or without quotes, up to a blank. */
const value = String.raw`\\{0,3}["']?([^\s"'\\]{4,128})(?=["'\s\\]|$)`
const within = (commands: string): RegExp => new RegExp(String.raw`\b(?:${commands})\b[^\n|;]{0,160}$`)

/** Options of commands that take a password. The second pattern restricts an ambiguous option to certain commands. */
const options: readonly (readonly [argument: RegExp, command?: RegExp])[] = [
  // A user and a group have the same form.
  [
    /^-(?:u|-user|-proxy-user)[ =]\\?["']?(?!jdbc:)(?:[^\s:"'\\]{1,64}:|:(?=[^\s"']{8}))(?!\/\/|:|(?:\d+|[a-z_-]+)(?:["'\s\\]|$))([^\s"'\\]{2,128})(?=["'\s\\]|$)/,
  ],
  [
    /^-(?:u|-user|-proxy-user)[ =]\\?["']?(?:[^\s:"'\\]{1,64}:|:(?=[^\s"']{8}))([^\s:"'\\]{2,128})(?=["'\s\\]|$)/,
    /\b(?:curl|wget|https?)\b[^|;]{0,190}$/,
  ],
  [/^-(?:u|-user)[ =]\\?["']?((?=[^\s:]*\d)[^\s:"'\\$<{]{16,128})(?=:?["'\s\\]|$)/, within('curl')],
  [/^-(?:[A-Za-z]{1,6}u ?|u)\\?["']?[^\s:"'\\]{0,64}:(?!\/\/)([^\s"'\\]{2,128})(?=["'\s\\]|$)/, within('curl')],
  [/^-(?:a|-auth)[ =]["']?[^\s:"'\\]{1,64}:([^\s"'\\]{4,128})(?=["'\s\\]|$)/, within('https?|xh')],
  [new RegExp(`^-(?:src|dest)?(?:store|key)pass ${value}`)],
  [new RegExp(`^-p${value}`), within('mysql|mysqldump|mysqladmin|mariadb|7z|7za|7zr|rar|unrar|sshpass')],
  [
    new RegExp(`^-p (?!\\d+[\\s:])${value}`),
    /\b(?:(?:docker|podman|nerdctl|helm|oras|crane|buildah|skopeo|az|oc|cf|doctl)\b[^\n|;]{0,80}\blogin|twine|cqlsh|(?:ps|pa|wmi|smb)exec|evil-winrm|crackmapexec|netexec|nxc|mongo|mongosh|mongodump|mongorestore|mongoimport|mongoexport|rdesktop|sshpass|ncftp\w{0,4}|impacket\w*|hydra|steghide|outguess|zipinfo|fcrackzip|keepassxc-cli)\b[^\n|;]{0,100}$/,
  ],
  [
    /^-[pP] (?:["']([^\s"'\\:/]{6,128})(?=["'])|((?=[^\s]*[A-Za-z])(?=[^\s]*\d)[^\s"'\\:/]{6,128})(?=["'\s\\]|$))/,
    /(?: -[uUn][ =]?| --?user(?:name)?[ =])\S{1,64} $/,
  ],
  [new RegExp(`^-P ?${value}`), within('sqlcmd|bcp|isql|osql|ipmitool|unzip|zip|zipcloak|mosquitto_pub|mosquitto_sub|ssh-keygen')],
  [new RegExp(`^-N ${value}`), within('ssh-keygen')],
  [new RegExp(`^-[AXc] (?!public|private)${value}`), within(String.raw`snmp\w{3,9}`)],
  [/^-hashes? ["']?(?:[\da-f]{32})?:([\da-f]{32})(?![\da-f])/i],
  [/^-t ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{32,64})(?![\w-])/, within('codecov|coveralls|snyk|sonar-scanner')],
  [new RegExp(`^-u [^\\s,]{1,64},${value}`), within('lftp')],
  [new RegExp(`^-[kK] ${value}`), within('openssl')],
  // The name of an LDAP entry suffices, because it may be in the line before.
  [
    new RegExp(`^-w ${value}`),
    /(?:\b(?:ldap\w{3,10}|security|kadmin|dsconf|dsidm|ipa)\b[^\n|;]{0,160}| -D ["']?(?:cn|dc|ou|uid)=[^\n|;]{1,100}\n?\s{1,8})$/,
  ],
  [/^-U ["']?[^\s%"']{1,64}%([^\s"'\\]{4,128})(?=["'\s\\]|$)/, within(String.raw`smb\w{2,10}|rpcclient|net|cifs`)],
  [new RegExp(`^-[A-Za-z]{0,4}b[A-Za-z]{0,4} \\S{1,100} \\S{1,64} ${value}`), /\bhtpasswd\b[^\n|;]{0,40}$/],
  [new RegExp(`^-a ${value}`), within('redis-cli|keydb-cli|valkey-cli')],
]

const reference = /^(?:[$<{*]|(?:pass|password|token)$)/i

/** Detects a password in an option: `curl -u user:password`, `mysql -ppassword`, `redis-cli -a password`. The hyphen is at `at`. */
export function detectCommand(window: Window, at: number): Detected {
  const { text } = window
  if (at > 0 && !isArgument(text, at)) return undefined
  const line = ahead(window, at, argumentChars, '\n')
  for (const [argument, command] of options) {
    const found = argument.exec(line)
    const password = found?.[1] ?? found?.[2]
    if (found === null || password === undefined || reference.test(password)) continue
    if (command !== undefined && !command.test(text.slice(Math.max(0, at - argumentChars), at))) continue
    const to = at + found[0].length
    const start = to - password.length
    return { start, end: closingQuote(window, start, to), type: 'secret', rule: command === undefined ? 'basic-auth' : 'password' }
  }
  return undefined
}

/** Whether an argument begins at `at`, perhaps quoted in a list. */
export const isArgument = (text: string, at: number): boolean =>
  text[at - 1] === ' ' || (text[at - 1] === '"' && ' ,['.includes(text[at - 2] ?? 'x'))

/** Whether a password option may begin at `at`. */
export const isCommandOption = (text: string, at: number): boolean =>
  /^-(?:u|[a-zA-Z]{1,6}u[ "']|[pP]["'\w!@#%^&+=]|[pPNkKwUaAXct] |hashes? |-auth[ =]|-user[ =]|-proxy-user[ =]|(?:src|dest)?(?:store|key)pass |pass(?:in|out|word)? |[A-Za-z]{0,4}b[A-Za-z]{0,4} )/.test(
    text.slice(at, at + 16),
  )

const takers = String.raw`(?:sudo\b[^\n|;]{0,60}? (?:-[A-Za-z]{0,4}S[A-Za-z]{0,4}|--stdin)(?![\w-])|(?:sudo )?chpasswd|(?:sudo )?passwd(?: --stdin| [\w.-]{1,32}(?=\s|$))|[^\n|]{1,100}--password-stdin|(?:npx )?(?:gh|wrangler|docker|fly|pass|vault)\b[^\n|]{0,24} (?:secrets? (?:set|put|create|import)|insert|kv put)\b|(?<=[\w.-]:(?=[^\s"'|\\]*[\d!@#$%^&*])[^\s"'|\\]{4,128}["']? ?\| ?)base64\b|(?:sudo )?(?:cryptsetup|smbpasswd|kinit|su|p4 login|gpg|openssl)\b)`
/** Text that a command reads from a here-string. */
const handed = String.raw`[^\n|;]{0,120}<<< ?\\?["']?([^\s"'\\]{4,128})`

const taken = String.raw`\\{0,3}["']?([^\s"'\\]{6,128})(?=["'\s\\;,]|$)`
/** A record by single words, of one by words with blanks. A string is the text before a guarded value. */
const byWord = (record: Readonly<Record<string, RegExp | string>>): Record<string, RegExp> =>
  Object.fromEntries(
    Object.entries(record).flatMap(([words, line]) =>
      words.split(' ').map((word) => [word, typeof line === 'string' ? new RegExp(`^${line}${taken}`, 'id') : line]),
    ),
  )

/** Commands and settings that take a password without an option. */
const lines: Readonly<Record<string, RegExp>> = byWord({
  echo: new RegExp(
    String.raw`^ (?:-n |-e |-ne )?\\{0,3}["']?(?:[\w.-]{1,32}:)?([^\s"'|\\]{4,128}(?:\\{1,2}n[^\s"'|\\]{4,128})?)(?:\\{1,2}n)?["'\\]{0,4} ?\| ?${takers}`,
    'd',
  ),
  printf: new RegExp(
    String.raw`^ (?:-- )?(?:["']?%s(?:\\{1,2}n)?["'\\]{0,2} )?["']?(?:[\w.-]{1,32}:)?([^\s"'|\\%]{4,128})(?:\\{1,2}n)?["'\\]{0,4} ?\| ?${takers}`,
    'd',
  ),
  sudo: /^(?=[^\n|;]{0,80} (?:-[A-Za-z]{0,4}S[A-Za-z]{0,4}|--stdin)(?![\w-]))[^\n|;]{0,150}<<< ?\\?["']?([^\s"'\\]{4,128})/d,
  chpasswd: /^(?: ?<<< ?|: ?\{? ?(?:list|users): ?\[? ?)["']?[\w.-]{1,32}:([^\s"'\\]{4,128})/d,
  'p4 cryptsetup gpg kinit smbpasswd vncpasswd': new RegExp(`^${handed}`, 'd'),
  mc: /^ (?:alias set|config host add) \S{1,64} \S{1,128} ([^\s"'\\]{3,128} [^\s"'\\]{8,128})/d,
  wifi: /^:(?:[TSHR]:[^;\n]{0,64};){0,4}P:((?:\\.|[^;\\\s]){4,64});/d,
  rabbitmqctl: /^ (?:-\w+ \S+ )?(?:add_user|change_password) ["']?[\w.@-]{1,64}["']? ["']?([^\s"'\\]{4,128})/d,
  wpa: /^_passphrase (?:"[^"\n]{1,32}"|'[^'\n]{1,32}'|[^\s"']{1,32}) ["']?([^\s"'\\]{8,64})/d,
  bw: /^ (?:unlock|login [\w.@+-]{3,64}) ["']?([^\s"'\\-][^\s"'\\]{5,127})/d,
  snyk: /^ auth ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/d,
  setuser: /^ [\w.-]{1,64} (?:[^\s>]{1,64} ){0,8}>([^\s"'\\]{4,128})/d,
  // A line of IMAP.
  login: /^ \\{0,3}["']?[\w.@+-]{0,63}\w\\{0,3}["']? \\{0,3}["']?([^\s"'\\]{6,128})/d,
  net: /^ (?:use [^\n]{1,80}\/user:\S{1,64}|use (?:\S{1,8} )?\\\\\S{1,80}(?= \S{1,130} \/user:)|user \S{1,64}) ["']?([^\s"'\\/]{4,128})/d,
  xfreerdp: /^ [^\n]{0,100}\/p:["']?([^\s"'\\]{4,128})/d,
  sqlplus: /^ (?:-\w+ )?[\w.$#-]{1,32}\/["']?([^\s"'@\\]{4,128})["']?@/d,
  oracle: /^:(?:thin|oci8?):[\w.$#-]{1,32}\/["']?([^\s"'\\]{2,64})["']?@(?:\/\/|\(|[\w.-]{1,64}[:/]|\w{1,32}$)/d,
  auth: /^ (?:\w{2,24} )?["']?((?!0x)(?=[^\s"'\\]*\d)(?=[^\s"'\\]*[A-Za-z])[^\s"'\\,;:()=]{8,128}={0,2})(?=["'.]?\s|["'.]?$|\\{1,3}r)/d,
  // Only at the end of a line, because more words would be prose.
  rootpw: /^ (?:--\w{1,16} ){0,3}["']?([^\s"'\\-][^\s"'\\]{3,127})(?=["']?(?:\s*$|\\))/d,
  'requirepass masterauth rocommunity rwcommunity': /^ ["']?((?!public|private)[^\s"'\\]{4,128})/d,
  community: /^ ["']?((?!public|private)[^\s"'\\]{6,64})["']? (?:ro|rw|view|authorization)\b/di,
  // The cookie of an Erlang node.
  'cookie setcookie': /^[ :=]{1,3}["']?([A-Z]{20})(?!\w)/d,
  securestring: /^ (?:-String )?\\?["']([^\s"'\\]{4,128})\\?["']/d,
})
/** The same for values that may be something else. They must look like a password or key. */
const guarded: Readonly<Record<string, RegExp>> = byWord({
  encrypt: '_string (?=["\'])',
  bundle: String.raw` config (?:set )?(?:--\w{1,8} )?[\w./:-]{1,80} (?:[\w.-]{1,32}:)?`,
  composer: String.raw` config (?:-g |--global )?http-basic\.\S{1,64} \S{1,64} `,
  poetry: String.raw` config (?:http-basic\.\S{1,64} \S{1,64}|pypi-token\.\S{1,64}) `,
  vault: ' login ',
  shodan: ' init ',
  rclone: ' obscure ',
  mask: '::',
  output: String.raw` name=[\w-]{0,24}(?:token|secret|key|pass\w*)::`,
  wandb: String.raw` login (?:--\w{1,12} )?`,
  isakmp: String.raw` key (?:\d )?`,
  winexe: String.raw` [^\n%]{0,60}-U \S{1,32}%`,
  runas: String.raw` \/user:\S{1,64} `,
  schtasks: String.raw` [^\n]{0,120}\/rp `,
  'useradd usermod': String.raw` [^\n]{0,80}-p `,
  iwconfig: String.raw` \w{1,16} key (?:s:)?`,
  setairportnetwork: String.raw` \w{1,16} (?:"[^"\n]{1,32}"|\S{1,32}) `,
  gh: String.raw` secret set \w{1,64} [^\n]{0,60}(?:-b|--body)[ =]`,
  az: String.raw` keyvault secret set [^\n]{0,100}--value[ =]`,
  aws: String.raw` (?:secretsmanager [^\n]{0,100}--secret-string|ssm put-parameter (?=[^\n]{0,180}SecureString)[^\n]{0,120}--value)[ =]`,
  zfs: String.raw` load-key [^\n]{0,60}<<< ?`,
  'connect exp expdp impdp': String.raw` [\w$#]{1,30}\/`,
  'tacacs radius': String.raw`-server (?:host [^\n]{1,60} )?key (?:\d )?`,
  snmp: String.raw`-server user [^\n]{1,60} auth (?:md5|sha) `,
  priv: String.raw` (?:3?des|aes)(?: \d{3})? `,
  createuser: String.raw` \w{1,32} (?:md5|sha)(?:-\d{3})? `,
  'aes pap': String.raw` (?=["'])`,
  com2sec: String.raw` \S{1,32} \S{1,40} `,
  primaryauth: ' ',
  sentinel: String.raw` auth-pass \S{1,40} `,
  default: String.raw` on [^\n>]{0,40}>`,
  passwd: String.raw` -b \S{1,60} \S{1,32} `,
  ssid: String.raw`[:=]? ?[\w-]{1,32} ?[\/,|] ?`,
})

export const commandWords = [...Object.keys(lines), ...Object.keys(guarded)]

/** A command whose output is a password: `--password-file=<(echo …)`, `PASSWORD_COMMAND="echo …"`. */
const printsInto =
  /(?:pass(?:word|phrase|wd)?|secret|token|private-key|secrets \w{1,12} [^\n]{0,24}--data-file)[\w-]{0,12} ?[= ] ?["']?(?:<\(|\$\()?$/i
const printed = /^ (?:-n |-e |-ne )?["']?([^\s"'|\\)]{4,128})(?=["')\s|]|$)/d

/** Detects a password in the line of a command. The command's name ends at `at`. */
export function detectCommandLine(window: Window, at: number, word: string): Detected {
  const line = word === 'echo' && printsInto.test(before(window, at - word.length, 48)) ? printed : (lines[word] ?? guarded[word])
  if (
    line === undefined ||
    ((word === 'auth' || word === 'login' || word === 'connect') && window.text.slice(at - word.length, at) !== word.toUpperCase())
  )
    return undefined
  const next = codeAt(window, at)
  if (!has(followers, next)) return undefined
  const found = line.exec(ahead(window, at, argumentChars, '\n'))
  const password = found?.[1]
  if (found === null || password === undefined || reference.test(password) || /^(?:yes|no|foobared|[A-Z]{6,16})$/.test(password))
    return undefined
  if (line === guarded[word] && !(isGiven(password) || isUnnamedSecret(password) || isEncrypted(password))) return undefined
  const start = at + found.indices![1]![0]
  return secret(start, closingQuote(window, start, start + password.length), 'password')
}

/** End of a value: the closing quotation mark, if the value is quoted and has blanks. */
function closingQuote(window: Window, start: number, end: number): number {
  const mark = /(["'])[^\s"']*$/.exec(before(window, start, 40))?.[1]
  if (mark === undefined || codeAt(window, end) !== 32) return end
  return end + Math.max(0, ahead(window, end, 64, '\n').indexOf(mark))
}
